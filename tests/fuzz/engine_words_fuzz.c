/* Any line of an engine of others: something that it said, or nothing; all of it within its bounds. */
#include "engine_words.h"

#include "engine.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    EngineSaid said;
    engine_words_read((const char *)data, size, &said);
    assert(strlen(said.title) <= ENGINE_TITLE_MAX && strlen(said.move) <= ENGINE_MOVE_MAX);
    assert(said.score >= -SCORE_MATE && said.score <= SCORE_MATE);
    assert(!said.spin || said.least <= said.most);
    return 0;
}
