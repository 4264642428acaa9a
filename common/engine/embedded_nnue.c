#include "embedded_nnue.h"

#include <assert.h>

/* The assembler includes the file as it is: as a C array it would take the compiler a minute. The names are
 * global, as arm64's linker gives two local ones in a section the same place in its table. */
__asm__(".pushsection .rodata\n"
        ".balign 64\n"
        ".global embedded_nnue_begin\n"
        ".global embedded_nnue_end\n"
        "embedded_nnue_begin:\n"
        ".incbin \"" EMBEDDED_NNUE_FILE "\"\n"
        "embedded_nnue_end:\n"
        ".popsection\n");
extern const unsigned char embedded_nnue_begin[], embedded_nnue_end[];

const unsigned char *embedded_nnue_bytes(size_t *size)
{
    /* cppcheck-suppress comparePointers ; two ends of one object, which the assembler made */
    *size = (size_t)(embedded_nnue_end - embedded_nnue_begin);
    return embedded_nnue_begin;
}

void embedded_nnue_load(Nnue *net)
{
    size_t size;
    const unsigned char *bytes = embedded_nnue_bytes(&size);
    NnueError error = nnue_parse(bytes, size, net);
    assert(error == NNUE_OK);
}
