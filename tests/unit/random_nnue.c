/* random_nnue - writes a net drawn from a seed, for programs that must search alike with any net:
 *   random_nnue HIDDEN MIRRORED SEED FILE */
#include "nnue_rig.h"

int main(int count, char **words)
{
    static unsigned char bytes[NNUE_FILE_MAX];
    if (count != 5 || atoi(words[1]) < NNUE_HIDDEN_STEP || atoi(words[1]) > NNUE_HIDDEN_MAX ||
        atoi(words[1]) % NNUE_HIDDEN_STEP != 0)
        return EXIT_FAILURE;
    NnuePlan plan = {.hidden = atoi(words[1]),
                     .mirrored = atoi(words[2]),
                     .feature_most = 120,
                     .threat_most = 100,
                     .bias_most = 200,
                     .output_most = 30,
                     .seed = strtoull(words[3], NULL, 10)};
    size_t size = net_file(&plan, bytes);
    FILE *file = fopen(words[4], "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
