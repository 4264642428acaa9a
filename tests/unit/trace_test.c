#include "trace.h"

#include "check_rig.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static TraceFrame frame;

static const char *mask(const char *text)
{
    trace_mask(text, strlen(text), &frame);
    return frame.text;
}

START_TEST(tokens_and_passwords_are_masked)
{
    static const struct {
        const char *text, *masked;
    } CASES[] = {
        {"{\"token\":\"v1.abc\"}", "{\"token\":\"***\"}"},
        {"{\"t\":\"welcome\",\"you\":{\"id\":\"g1\"},\"token\":\"v1.abc\",\"now\":5}",
         "{\"t\":\"welcome\",\"you\":{\"id\":\"g1\"},\"token\":\"***\",\"now\":5}"},
        {"{\"a\":[{\"password\" : \"x\\\"y\"},1]}", "{\"a\":[{\"password\":\"***\"},1]}"},
        {"{\"Password\":12345}", "{\"Password\":\"***\"}"},
        {"{\"secret\":null,\"b\":1}", "{\"secret\":\"***\",\"b\":1}"},
        {"{\"secret\":{\"b\":1,\"token\":2}}", "{\"secret\":{\"b\":1,\"token\":\"***\"}}"},
        {"{\"to\\u006ben\":\"v1.abc\"}", "{\"to\\u006ben\":\"***\"}"}, /* RFC 8259, 7: the same */
        {"{\"token\":\"v1.ab", "{\"token\":\"***\""},                  /* cut off */
        {"{\"text\":\"my token\",\"x\":\"token\"}", "{\"text\":\"my token\",\"x\":\"token\"}"},
        {"{\"tokens\":\"no\"}", "{\"tokens\":\"no\"}"},
        {"", ""},
        {"\"", "\""},
        {"\"token\":", "\"token\":"},
        {"no JSON", "no JSON"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_str_eq(mask(CASES[i].text), CASES[i].masked);
}
END_TEST

START_TEST(the_game_is_the_member_of_the_outer_object)
{
    static const struct {
        const char *text, *game;
    } CASES[] = {
        {"{\"t\":\"move\",\"game\":\"Ab12Cd34\"}", "Ab12Cd34"},
        {"{\"game\" : \"Ab12Cd34\",\"t\":\"move\"}", "Ab12Cd34"},
        {"{\"t\":\"ok\",\"id\":1}", "-"},
        {"{\"text\":\"game\",\"x\":\"Ab12Cd34\"}", "-"},
        {"{\"x\":{\"game\":\"Ab12Cd34\"}}", "-"},
        {"{\"game\":\"Ab12Cd3\"}", "-"},
        {"{\"game\":\"Ab12\\n34\"}", "-"},
        {"{\"game\":5}", "-"},
        {"{\"game\":\"", "-"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        mask(CASES[i].text);
        ck_assert_msg(strcmp(frame.game, CASES[i].game) == 0, "%s: %s", CASES[i].text, frame.game);
    }
}
END_TEST

START_TEST(a_frame_stays_one_line)
{
    ck_assert_str_eq(mask("{\n\"a\"\t:\x1b\"b\x7f\xc2\x9b\"}\r\n"), "{?\"a\":?\"b?\xc2?\"}??");
    ck_assert_str_eq(mask("{\"text\":\"\xc3\xa9\xe2\x99\x9e\"}"),
                     "{\"text\":\"\xc3\xa9\xe2\x99\x9e\"}"); /* other letters stay as they are */
}
END_TEST

START_TEST(a_long_frame_is_cut_and_its_length_given)
{
    static char text[TRACE_FRAME_MAX + 2];
    memset(text, 'x', TRACE_FRAME_MAX + 1);
    text[TRACE_FRAME_MAX - 1] = '\0';
    ck_assert_str_eq(mask(text), text);
    memset(text, 'x', TRACE_FRAME_MAX + 1);
    ck_assert_ptr_nonnull(strstr(mask(text), "x... (8193 bytes)"));
}
END_TEST

START_TEST(each_frame_is_a_line_of_a_file_that_only_its_owner_can_read)
{
    char path[] = "/tmp/castled-trace-XXXXXX", bytes[512];
    struct stat about;
    int made = mkstemp(path);
    ck_assert_int_ge(made, 0);
    close(made);
    unlink(path);
    Trace *trace = trace_open(path);
    ck_assert_ptr_nonnull(trace);
    trace_opened(trace, (SessionId)3 << 20, "g1", "Guest-1", "127.0.0.1");
    trace_frame(trace, (SessionId)3 << 20, TRACE_IN, "{\"game\":\"Ab12Cd34\"}", 19);
    trace_frame(trace, (SessionId)3 << 20, TRACE_OUT, "{}", 2);
    trace_closed(trace, (SessionId)3 << 20);
    trace_close(trace);
    int file = open(path, O_RDONLY);
    ssize_t size = read(file, bytes, sizeof bytes - 1);
    ck_assert_int_gt(size, 0);
    bytes[size] = '\0';
    ck_assert_int_eq(fstat(file, &about), 0);
    close(file);
    unlink(path);
    ck_assert_uint_eq(about.st_mode & 0777, 0600);
    static const char *const LINES[] = {"= Guest-1 (g1) at 127.0.0.1",
                                        "> Ab12Cd34 {\"game\":\"Ab12Cd34\"}", "< - {}", "closed"};
    char *line = strtok(bytes, "\n");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++, line = strtok(NULL, "\n")) {
        ck_assert_ptr_nonnull(line);
        int year, month, day, place = 0;
        ck_assert_int_eq(sscanf(line, "%4d-%2d-%2dT%*2d:%*2d:%*2d.%*3dZ session 3 %n", &year,
                                &month, &day, &place),
                         3);
        ck_assert_int_gt(place, 0);
        ck_assert_str_eq(line + place, LINES[i]);
    }
    ck_assert_ptr_null(line);
}
END_TEST

START_TEST(what_cannot_be_opened_is_refused)
{
    ck_assert_ptr_null(trace_open("/nonexistent/trace"));
    trace_close(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace");
    TCase *tcase = tcase_create("trace");
    tcase_add_test(tcase, tokens_and_passwords_are_masked);
    tcase_add_test(tcase, the_game_is_the_member_of_the_outer_object);
    tcase_add_test(tcase, a_frame_stays_one_line);
    tcase_add_test(tcase, a_long_frame_is_cut_and_its_length_given);
    tcase_add_test(tcase, each_frame_is_a_line_of_a_file_that_only_its_owner_can_read);
    tcase_add_test(tcase, what_cannot_be_opened_is_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
