/* Any bytes may come as a word of a front or the owner: what is read is written again as the same bytes, so nothing of it
 * was lost or made up. */
#include "words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Word word;
    WordFrame frame = {0};
    unsigned char *bytes = malloc(size + 1); /* so that the sanitizer knows where they end */
    if (size)
        memcpy(bytes, data, size);
    bytes = realloc(bytes, size ? size : 1);
    if (word_read(bytes, size, &word)) {
        word_write(&word, &frame);
        assert(frame.length == size && memcmp(frame.bytes, bytes, size) == 0);
    }
    free(frame.bytes);
    free(bytes);
    return 0;
}
