/* Any bytes are the stored form of a challenge, or of a game of a bulk pairing, or are refused; what is accepted in its
 * newest form packs to the same bytes. */
#include "attacks.h"
#include "bulk_pair.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    attacks_init();
    return 0;
}

/* One of the first form is packed in the newest, which unpacks to the same. */
static void try_pair(const uint8_t *data, size_t size)
{
    BulkPair pair;
    unsigned char packed[BULK_PAIR_PACKED_MAX], again[BULK_PAIR_PACKED_MAX];
    if (!bulk_pair_unpack(&pair, data, size))
        return;
    size_t length = bulk_pair_pack(&pair, packed);
    assert(packed[0] != data[0] || (length == size && memcmp(packed, data, size) == 0));
    assert(bulk_pair_unpack(&pair, packed, length));
    assert(bulk_pair_pack(&pair, again) == length && memcmp(again, packed, length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Challenge challenge;
    unsigned char again[CHALLENGE_PACKED_MAX];
    try_pair(data, size);
    if (!challenge_unpack(&challenge, data, size))
        return 0;
    assert(challenge_pack(&challenge, again) == size && memcmp(again, data, size) == 0);
    assert(terms_fit(&challenge.terms, &challenge.terms) || challenge.terms.color != WISH_RANDOM);
    return 0;
}
