#include "game_number.h"

#include "base62.h"

#include <sodium.h>

#include <assert.h>

/* Four rounds make a Feistel network with a pseudorandom function a strong permutation (Luby and
 * Rackoff 1988); eight, because halves of 24 bits are small and a round costs 20 ns. */
enum { ROUNDS = 8, HALF_LETTERS = GAME_ID_LENGTH / 2, HALF = 62 * 62 * 62 * 62 };

static_assert(crypto_shorthash_KEYBYTES == GAME_NUMBER_KEY_SIZE, "SipHash's key is the id's key");

/* What a round adds to one half, computed from the other. */
static uint32_t round_value(uint32_t round, uint32_t half, const unsigned char *key)
{
    unsigned char in[8], out[crypto_shorthash_BYTES];
    for (int i = 0; i < 4; i++) {
        in[i] = (unsigned char)(round >> (8 * i));
        in[4 + i] = (unsigned char)(half >> (8 * i));
    }
    crypto_shorthash(out, in, sizeof in, key);
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)out[i] << (8 * i);
    return (uint32_t)(value % HALF);
}

static void print_half(char *text, uint32_t half)
{
    for (int i = HALF_LETTERS - 1; i >= 0; i--, half /= BASE62_LETTERS)
        text[i] = BASE62[half % BASE62_LETTERS];
}

static bool parse_half(uint32_t *half, const char *text)
{
    *half = 0;
    for (int i = 0; i < HALF_LETTERS; i++) {
        int value = base62_value(text[i]);
        if (value < 0)
            return false;
        *half = *half * BASE62_LETTERS + (uint32_t)value;
    }
    return true;
}

GameId game_number_print(int64_t number, const unsigned char key[GAME_NUMBER_KEY_SIZE])
{
    assert(number >= 0 && number < GAME_NUMBER_END);
    uint32_t left = (uint32_t)(number / HALF), right = (uint32_t)(number % HALF);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t next = (left + round_value(round, right, key)) % HALF;
        left = right;
        right = next;
    }
    GameId id = {{0}};
    print_half(id.text, left);
    print_half(id.text + HALF_LETTERS, right);
    return id;
}

bool game_number_parse(int64_t *number, const GameId *id,
                       const unsigned char key[GAME_NUMBER_KEY_SIZE])
{
    uint32_t left, right;
    if (!parse_half(&left, id->text) || !parse_half(&right, id->text + HALF_LETTERS))
        return false;
    if (id->text[GAME_ID_LENGTH] != '\0')
        return false;
    for (uint32_t round = ROUNDS; round-- > 0;) {
        uint32_t before = (right + HALF - round_value(round, left, key)) % HALF;
        right = left;
        left = before;
    }
    *number = (int64_t)left * HALF + right;
    return true;
}
