/* Any text as the address of a bus: what is taken has servers without user and password, which are in their own places. */
#include "bus_address.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const BusAddress *address)
{
    assert(address->count >= 1 && address->count <= BUS_SERVERS_MAX);
    assert(address->has_user || !address->has_password);
    assert(address->has_user == (address->user[0] != '\0'));
    assert(address->has_password == (address->password[0] != '\0'));
    for (size_t i = 0; i < address->count; i++) {
        const char *server = address->servers[i];
        assert(strncmp(server, "nats://", 7) == 0 && !strpbrk(server, "@, \r\n"));
        assert(strrchr(server, ':') > server + 7); /* the port */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    BusAddress address;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    if (bus_address_parse(text, &address))
        check(&address);
    free(text);
    return 0;
}
