/* Any bytes as a line of EPD: read to its end, every operation and operand inside the line. */
#include "epd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    attacks_init();
    return 0;
}

static void check_operation(const char *text, size_t size, EpdOperation operation)
{
    const char *operand;
    size_t length, operands = 0;
    assert(operation.opcode_length > 0 && operation.opcode_length <= EPD_OPCODE_MAX);
    while (epd_operand(&operation, &operand, &length)) {
        assert(operand >= text && operand + length <= text + size);
        operands++;
        assert(operands <= size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    Epd epd;
    FenError fen = epd_open(&epd, text, size);
    assert(epd.place <= size);
    if (fen)
        return 0;
    EpdOperation operation;
    EpdError error;
    for (size_t count = 0; (error = epd_next(&epd, &operation)) != EPD_END; count++) {
        assert(count <= size && epd.place <= size);
        if (error == EPD_OK)
            check_operation(text, size, operation);
    }
    char line[EPD_MAX];
    Epd again;
    size_t length = epd_print(&epd.pos, line);
    assert(length < EPD_MAX);
    assert(epd_open(&again, line, length) == FEN_OK);
    while ((error = epd_next(&again, &operation)) != EPD_END)
        assert(error == EPD_OK);
    assert(memcmp(&again.pos, &epd.pos, sizeof epd.pos) == 0);
    return 0;
}
