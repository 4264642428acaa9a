#include "event_rows.h"

#include "array.h"
#include "checksum.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES, SEQS, BYTES, ITEM_MAX = 2 * (EVENT_PACKED_MAX + CHECKSUM_SIZE) + 8 };

/* An array is "{1,2}"; its end is put when it is used. */
static void append(EventRows *rows, int array, const char *item)
{
    size_t length = rows->length[array], size = strlen(item);
    rows->text[array] =
        array_reserve(rows->text[array], &rows->capacity[array], length + size + 3, 1);
    rows->text[array][length] = length > 0 ? ',' : '{';
    length++;
    memcpy(rows->text[array] + length, item, size);
    rows->length[array] = length + size;
}

static void append_number(EventRows *rows, int array, int64_t number)
{
    char item[24];
    snprintf(item, sizeof item, "%" PRId64, number);
    append(rows, array, item);
}

/* A backslash within an array's quotes is doubled; x begins hexadecimal digits. */
static void append_bytes(EventRows *rows, const unsigned char *bytes, size_t size)
{
    static const char DIGITS[] = "0123456789abcdef";
    char item[ITEM_MAX], *out = item + sprintf(item, "\"\\\\x");
    for (size_t i = 0; i < size; i++) {
        *out++ = DIGITS[bytes[i] >> 4];
        *out++ = DIGITS[bytes[i] & 15];
    }
    *out++ = '"';
    *out = '\0';
    append(rows, BYTES, item);
}

void event_rows_add(EventRows *rows, const WrittenEvent *event)
{
    unsigned char checked[EVENT_PACKED_MAX + CHECKSUM_SIZE];
    memcpy(checked, event->bytes, event->size);
    checksum_put(checked + event->size,
                 checksum_of_event(event->number, event->seq, event->bytes, event->size));
    append_number(rows, GAMES, event->number);
    append_number(rows, SEQS, event->seq);
    append_bytes(rows, checked, (size_t)event->size + CHECKSUM_SIZE);
}

bool event_rows_are_empty(const EventRows *rows)
{
    return rows->length[GAMES] == 0;
}

DbResult event_rows_run(EventRows *rows, DbStatement *put_events)
{
    for (int i = 0; i < EVENT_ROWS_ARRAYS; i++) {
        rows->text[i][rows->length[i]++] = '}';
        db_bind_text(put_events, i + 1, rows->text[i], (int)rows->length[i]);
    }
    return db_run(put_events);
}

void event_rows_clear(EventRows *rows)
{
    memset(rows->length, 0, sizeof rows->length);
}

void event_rows_free(EventRows *rows)
{
    for (int i = 0; i < EVENT_ROWS_ARRAYS; i++)
        free(rows->text[i]);
    *rows = (EventRows){.text = {NULL}};
}
