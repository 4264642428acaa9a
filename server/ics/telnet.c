#include "telnet.h"

#include <string.h>

/* Where in a telnet command the reader is. */
typedef enum {
    STATE_TEXT,
    STATE_COMMAND,    /* after IAC */
    STATE_OPTION,     /* after WILL, WONT, DO, DONT */
    STATE_PARAMETERS, /* after IAC SB */
    STATE_PARAMETERS_COMMAND,
} State;

enum { SB = 250, SE = 240, ERASE_CHARACTER = 247, ERASE_LINE = 248 };
enum { BACKSPACE = 8, TAB = 9, DELETE = 127 };

static void erase(TelnetReader *reader)
{
    while (reader->length && ((unsigned char)reader->line[reader->length - 1] & 0xc0) == 0x80)
        reader->length--;
    if (reader->length)
        reader->length--;
}

static void add(TelnetReader *reader, unsigned char byte)
{
    if (reader->length == TELNET_LINE_MAX)
        reader->is_long = true;
    else
        reader->line[reader->length++] = (char)byte;
}

static TelnetNews end_line(TelnetReader *reader)
{
    TelnetNews news = reader->is_long ? TELNET_LONG_LINE : TELNET_LINE;
    reader->line[reader->length] = '\0';
    reader->is_done = true;
    return news;
}

static TelnetNews read_text(TelnetReader *reader, unsigned char byte)
{
    bool after_return = reader->after_return;
    reader->after_return = byte == '\r';
    if (byte == '\r')
        return end_line(reader);
    if (byte == '\n')
        return after_return ? TELNET_NOTHING : end_line(reader);
    if (byte == TELNET_IAC)
        reader->state = STATE_COMMAND;
    else if (byte == BACKSPACE || byte == DELETE)
        erase(reader);
    else if (byte == TAB)
        add(reader, ' ');
    else if (byte >= ' ')
        add(reader, byte);
    return TELNET_NOTHING;
}

/* An option that we don't have is refused, each time that it is asked for; what is refused to us needs no answer. */
static TelnetNews read_option(TelnetReader *reader, unsigned char option)
{
    unsigned char answer;
    reader->state = STATE_TEXT;
    if (option == TELNET_TIMING_MARK &&
        (reader->command == TELNET_WILL || reader->command == TELNET_WONT))
        return TELNET_MARK;
    if (reader->command == TELNET_WONT || reader->command == TELNET_DONT)
        return TELNET_NOTHING;
    if (reader->command == TELNET_DO && option == TELNET_TIMING_MARK)
        answer = TELNET_WILL;
    else if (option == TELNET_ECHO && reader->command == TELNET_DO)
        return TELNET_NOTHING; /* it agrees to what we have said */
    else
        answer = reader->command == TELNET_DO ? TELNET_WONT : TELNET_DONT;
    if (reader->refused == TELNET_OPTIONS_MAX)
        return TELNET_NOTHING;
    reader->refused++;
    reader->reply[0] = TELNET_IAC;
    reader->reply[1] = answer;
    reader->reply[2] = option;
    return TELNET_REPLY;
}

static void read_command(TelnetReader *reader, unsigned char byte)
{
    reader->speaks = true;
    reader->command = byte;
    reader->state = STATE_TEXT;
    if (byte == TELNET_IAC)
        add(reader, byte);
    else if (byte == ERASE_CHARACTER)
        erase(reader);
    else if (byte == ERASE_LINE)
        reader->length = 0;
    else if (byte == SB)
        reader->state = STATE_PARAMETERS;
    else if (byte >= TELNET_WILL && byte <= TELNET_DONT)
        reader->state = STATE_OPTION;
}

static TelnetNews read_byte(TelnetReader *reader, unsigned char byte)
{
    switch ((State)reader->state) {
    case STATE_TEXT: return read_text(reader, byte);
    case STATE_COMMAND: read_command(reader, byte); break;
    case STATE_OPTION: return read_option(reader, byte);
    case STATE_PARAMETERS:
        if (byte == TELNET_IAC)
            reader->state = STATE_PARAMETERS_COMMAND;
        break;
    case STATE_PARAMETERS_COMMAND:
        reader->state = byte == SE ? STATE_TEXT : STATE_PARAMETERS;
        break;
    }
    return TELNET_NOTHING;
}

TelnetNews telnet_read(TelnetReader *reader, const unsigned char *bytes, size_t length,
                       size_t *used)
{
    TelnetNews news = TELNET_NOTHING;
    if (reader->is_done) {
        reader->is_done = reader->is_long = false;
        reader->length = 0;
    }
    for (*used = 0; *used < length && news == TELNET_NOTHING; ++*used) {
        if (reader->state == STATE_TEXT && bytes[*used] == '\0') {
            reader->after_return = false; /* CR NUL is a CR alone */
            continue;
        }
        news = read_byte(reader, bytes[*used]);
    }
    return news;
}
