#include "site.h"
#include "site_colors.h"
#include "site_text.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static SiteColor color(const char *text)
{
    SiteColor read;
    ck_assert(site_color_parse(text, &read));
    return read;
}

static bool is_about(double one, double other)
{
    return one - other < 0.01 && other - one < 0.01;
}

/* 21 is the greatest (WCAG 2.2); #767676 is the lightest grey with 4.5 on white, by WebAIM's contrast checker 4.54, and
 * #777777 has 4.48. */
START_TEST(contrast_is_that_of_wcag)
{
    ck_assert(is_about(site_color_contrast(color("#000000"), color("#ffffff")), 21));
    ck_assert(is_about(site_color_contrast(color("#FFFFFF"), color("#767676")), 4.54));
    ck_assert(is_about(site_color_contrast(color("#777777"), color("#ffffff")), 4.48));
    ck_assert(is_about(site_color_contrast(color("#123456"), color("#123456")), 1));
}
END_TEST

START_TEST(a_color_with_too_little_contrast_is_refused)
{
    static const char *const GOOD[] = {"#3a6e52", "#7a2f6b", "#000000", "#8b0000", "#00008B"};
    static const char *const BAD[] = {"#ffffff", "#ffd700", "#777777", "#00ff00"};
    static const char *const NONE[] = {"",        "3a6e52",   "#3a6e5",     "#3a6e522",
                                       "#3a6e5g", "#3A6 E52", "rgb(0,0,0)", "#"};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        ck_assert_msg(site_color_is_good(GOOD[i]), "%s", GOOD[i]);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(!site_color_is_good(BAD[i]), "%s", BAD[i]);
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        ck_assert_msg(!site_color_is_good(NONE[i]), "%s", NONE[i]);
}
END_TEST

/* Of every colour that is taken, text can be read in both schemes: on the page, on its wash, and on the colour itself. */
START_TEST(what_follows_from_a_color_has_contrast)
{
    const SiteColor light_page = color("#ebe8e1"), dark_page = color("#2b2f32");
    int taken = 0;
    for (unsigned rgb = 0; rgb < 0x1000000; rgb += 0x1357) {
        SiteColor chosen = {(unsigned char)(rgb >> 16), (unsigned char)(rgb >> 8),
                            (unsigned char)rgb};
        SiteScheme light, dark;
        if (!site_colors_derive(chosen, &light, &dark))
            continue;
        taken++;
        ck_assert(site_color_contrast(light.accent, light_page) >= 4.5);
        ck_assert(site_color_contrast(dark.accent, dark_page) >= 4.5);
        ck_assert(site_color_contrast(light.accent, light.on) >= 4.5);
        ck_assert(site_color_contrast(dark.accent, dark.on) >= 4.5);
        ck_assert(site_color_contrast(light.deep, light.on) >= 4.5);
        ck_assert(site_color_contrast(dark.deep, dark.on) >= 4.5);
        ck_assert(site_color_contrast(light.deep, light.wash) >= 4.5);
        ck_assert(site_color_contrast(dark.deep, dark.wash) >= 4.5);
    }
    ck_assert_int_gt(taken, 100);
}
END_TEST

START_TEST(words_are_of_one_line_and_bounded)
{
    ck_assert(site_words_are_good("Rook & Pawn", SITE_NAME_MAX));
    ck_assert(site_words_are_good("نادي", SITE_NAME_MAX));
    ck_assert(site_words_are_good("0123456789012345678901234567890123456789", SITE_NAME_MAX));
    ck_assert(!site_words_are_good("01234567890123456789012345678901234567890", SITE_NAME_MAX));
    ck_assert(!site_words_are_good("", SITE_NAME_MAX));
    ck_assert(!site_words_are_good("two\nlines", SITE_NAME_MAX));
    ck_assert(!site_words_are_good("\xff", SITE_NAME_MAX));
}
END_TEST

START_TEST(texts_are_replaced_wherever_they_are)
{
    Text text;
    text_init(&text);
    text_append(&text, "a/b/c", 5);
    site_text_replace(&text, "/", "/x/");
    ck_assert_str_eq(text.bytes, "a/x/b/x/c");
    ck_assert(site_text_between(&text, "b", "c", "-"));
    ck_assert_str_eq(text.bytes, "a/x/b-c");
    ck_assert(!site_text_between(&text, "c", "b", "-"));
    ck_assert(site_text_before(&text, "b", "<"));
    ck_assert(!site_text_before(&text, "z", "<"));
    ck_assert_str_eq(text.bytes, "a/x/<b-c");
    text_reset(&text);
    site_text_html(&text, "<a href=\"x\">'&</a>");
    ck_assert_str_eq(text.bytes, "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&lt;/a&gt;");
    text_clear(&text);
}
END_TEST

/* ---- files ---- */

static const PageFile *no_files(const char *path)
{
    (void)path;
    return NULL;
}

static bool opens(SiteOptions options, char *line)
{
    options.path = options.path ? options.path : "";
    options.url = "";
    Site *site = site_open(&options, no_files, line);
    if (site)
        site_free(site);
    return site != NULL;
}

static bool takes_logo(const void *bytes, size_t length)
{
    char path[] = "/tmp/castled-site-XXXXXX", line[SITE_LINE_MAX];
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, bytes, length), (ssize_t)length);
    close(file);
    bool is_taken = opens((SiteOptions){.logo = path}, line);
    bool is_text = opens((SiteOptions){.rules = path}, line);
    unlink(path);
    ck_assert(is_taken || is_text || *line);
    return is_taken;
}

START_TEST(a_logo_is_svg_or_png_and_bounded)
{
    static char large[SITE_FILE_MAX + 1];
    char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\4\0\0\0\4\0\x08\6\0\0\0....";
    char line[SITE_LINE_MAX];
    ck_assert(takes_logo("<svg/>", 6));
    ck_assert(takes_logo(png, sizeof png - 1));
    png[19] = 1; /* 1025 pixels */
    ck_assert(!takes_logo(png, sizeof png - 1));
    ck_assert(!takes_logo(png, 20));
    ck_assert(!takes_logo("", 0));
    ck_assert(!takes_logo("GIF89a", 6));
    ck_assert(!takes_logo("<svg>\xff</svg>", 12));
    memset(large, ' ', sizeof large);
    memcpy(large, "<svg>", 5);
    ck_assert(takes_logo(large, SITE_FILE_MAX));
    ck_assert(!takes_logo(large, SITE_FILE_MAX + 1));
    ck_assert(!opens((SiteOptions){.logo = "/nowhere/logo.svg"}, line));
    ck_assert_str_eq(line, "--site-logo /nowhere/logo.svg: No such file or directory");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("site");
    TCase *tcase = tcase_create("site");
    tcase_add_test(tcase, contrast_is_that_of_wcag);
    tcase_add_test(tcase, a_color_with_too_little_contrast_is_refused);
    tcase_add_test(tcase, what_follows_from_a_color_has_contrast);
    tcase_add_test(tcase, words_are_of_one_line_and_bounded);
    tcase_add_test(tcase, texts_are_replaced_wherever_they_are);
    tcase_add_test(tcase, a_logo_is_svg_or_png_and_bounded);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
