#include "house_net.h"

#include <assert.h>

/* The assembler takes the file as it is: as a C array it would be a minute's work for the compiler. The names are
 * global, as arm64's linker gives two local ones in a section the same place in its table. */
__asm__(".pushsection .rodata\n"
        ".balign 64\n"
        ".global house_net_begin\n"
        ".global house_net_end\n"
        "house_net_begin:\n"
        ".incbin \"" HOUSE_NET_FILE "\"\n"
        "house_net_end:\n"
        ".popsection\n");
extern const unsigned char house_net_begin[], house_net_end[];

const unsigned char *house_net_bytes(size_t *size)
{
    *size = (size_t)(house_net_end - house_net_begin);
    return house_net_begin;
}

void house_net_load(Net *net)
{
    size_t size;
    const unsigned char *bytes = house_net_bytes(&size);
    NetError error = net_parse(bytes, size, net);
    assert(error == NET_OK);
}
