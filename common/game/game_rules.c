#include "game_rules.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "event.h"

static const struct {
    unsigned rule;
    const char *word;
} RULES[] = {
#define X(name, word, bit) {RULE_##name, #word},
    GAME_RULES(X)
#undef X
};

enum { RULES_COUNT = sizeof RULES / sizeof *RULES };

unsigned game_rule_read(const char *word)
{
    for (int i = 0; i < RULES_COUNT; i++)
        if (strcmp(RULES[i].word, word) == 0)
            return RULES[i].rule;
    return 0;
}

const char *game_rule_word(unsigned rule)
{
    int i = 0;
    while (i < RULES_COUNT - 1 && RULES[i].rule != rule)
        i++;
    assert(RULES[i].rule == rule);
    return RULES[i].word;
}

bool game_setup_is_valid(const GameSetup *setup)
{
    return setup->variant <= VARIANT_FROM_POSITION && time_control_is_valid(&setup->control) &&
           setup->control.odds != TIME_ODDS_OPPONENT && !(setup->rated && setup->control.odds) &&
           setup->first_move >= 0 && setup->rules <= RULES_ALL && setup->created >= 0 &&
           setup->created <= EVENT_TIME_MAX;
}

const char *room_error_text(RoomError error)
{
    static const char *const TEXTS[] = {
#define X(name, text) text,
        ROOM_ERRORS(X)
#undef X
    };
    assert((size_t)error < sizeof TEXTS / sizeof *TEXTS);
    return TEXTS[error];
}
