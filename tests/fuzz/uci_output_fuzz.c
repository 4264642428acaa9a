/* Any line of an external engine: information, or nothing; all of it within its bounds. */
#include "uci_output.h"

#include "engine.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    UciOutput said;
    uci_output_parse((const char *)data, size, &said);
    assert(strlen(said.title) <= UCI_TITLE_MAX && strlen(said.move) <= UCI_MOVE_MAX);
    assert(said.score >= -SCORE_MATE && said.score <= SCORE_MATE);
    assert(!said.spin || said.least <= said.most);
    return 0;
}
