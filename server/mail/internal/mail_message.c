#include "mail_message.h"

#include "mail_address.h"
#include "utf8.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    LINE_MAX_BYTES = 76, /* of an encoded body: RFC 2045, 6.7 */
    WORD_BYTES = 45,     /* of text in an encoded word, which may have 75: RFC 2047, 2 */
    WORD_TEXT = 61,      /* the same in base64, with the NUL */
    DATE_MAX = 64,
    ID_MAX = 64 + MAIL_ADDRESS_MAX,
};

static void add(Text *out, const char *text)
{
    text_append(out, text, strlen(text));
}

/* ---- headers ---- */

/* A header whose value has no line ends, since it was checked elsewhere. */
static void add_header(Text *out, const char *name, const char *before, const char *value,
                       const char *after)
{
    assert(!strpbrk(value, "\r\n"));
    add(out, name);
    add(out, ": ");
    add(out, before);
    add(out, value);
    add(out, after);
    add(out, "\r\n");
}

/* RFC 5322, 3.3. */
static void print_date(int64_t now, char date[DATE_MAX])
{
    static const char DAYS[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char MONTHS[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)(now / 1000);
    struct tm at;
    gmtime_r(&seconds, &at);
    snprintf(date, DATE_MAX, "%s, %02d %s %04d %02d:%02d:%02d +0000", DAYS[at.tm_wday % 7],
             at.tm_mday, MONTHS[at.tm_mon % 12], at.tm_year + 1900, at.tm_hour, at.tm_min,
             at.tm_sec);
}

/* How many bytes of the text are whole characters and fit into a word. What is no UTF-8 goes byte by byte. */
static size_t take_word(const char *text, size_t left)
{
    size_t length = 0;
    uint32_t point;
    while (length < left) {
        size_t size = utf8_take(text + length, left - length, &point);
        size = size ? size : 1;
        if (length + size > WORD_BYTES)
            break;
        length += size;
    }
    return length;
}

/* Text that a person has chosen: always as encoded words, so that nothing in it has a meaning. */
static void add_words(Text *out, const char *text)
{
    char word[WORD_TEXT];
    const char *gap = "";
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        length = take_word(text, left);
        sodium_bin2base64(word, sizeof word, (const unsigned char *)text, length,
                          sodium_base64_VARIANT_ORIGINAL);
        add(out, gap);
        add(out, "=?utf-8?B?");
        add(out, word);
        add(out, "?=");
        gap = "\r\n ";
    }
}

/* RFC 5322, 3.6.4. */
static void print_id(const MailMessage *message, char id[ID_MAX])
{
    snprintf(id, ID_MAX, "%.60s@%s", message->id, mail_address_domain(message->from));
}

static void add_headers(const MailMessage *message, Text *out)
{
    char date[DATE_MAX], id[ID_MAX];
    print_date(message->now, date);
    add_header(out, "Date", "", date, "");
    add(out, "From: ");
    add_words(out, message->name);
    add(out, "\r\n <");
    add(out, message->from);
    add(out, ">\r\n");
    add_header(out, "To", "<", message->to, ">");
    add(out, "Subject: ");
    add_words(out, message->subject);
    add(out, "\r\n");
    print_id(message, id);
    add_header(out, "Message-ID", "<", id, ">");
    add_header(out, "Auto-Submitted", "", "auto-generated", ""); /* RFC 3834, 5 */
    add_header(out, "Content-Language", "", message->language, "");
    if (message->stop) {
        add_header(out, "List-Unsubscribe", "<", message->stop, ">");
        if (message->has_one_click)
            add_header(out, "List-Unsubscribe-Post", "", "List-Unsubscribe=One-Click", "");
    }
    add_header(out, "MIME-Version", "", "1.0", "");
    add_header(out, "Content-Type", "", "text/plain; charset=utf-8", "");
    add_header(out, "Content-Transfer-Encoding", "", "quoted-printable", "");
}

/* ---- the body: quoted-printable ---- */

/* A byte that stands for itself, unless it is a blank at the end of a line. */
static bool is_literal(unsigned char byte, bool is_last)
{
    return (byte == ' ' && !is_last) || (byte > ' ' && byte <= '~' && byte != '=');
}

static void add_line(Text *out, const char *line, size_t length)
{
    char quoted[8];
    size_t column = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)line[i];
        bool is_last = i + 1 == length;
        size_t size = 1;
        quoted[0] = line[i];
        if (!is_literal(byte, is_last))
            size = (size_t)snprintf(quoted, sizeof quoted, "=%02X", (unsigned)byte);
        if (column + size > LINE_MAX_BYTES - 1) { /* one is kept for the soft line end */
            add(out, "=\r\n");
            column = 0;
        }
        text_append(out, quoted, size);
        column += size;
    }
    add(out, "\r\n");
}

void mail_message_print(const MailMessage *message, Text *out)
{
    add_headers(message, out);
    add(out, "\r\n");
    for (const char *line = message->body; *line;) {
        size_t length = strcspn(line, "\n");
        add_line(out, line, length);
        line += length + (line[length] != '\0');
    }
}
