/* simulated_net.h - stands in for the sockets that server/cluster asks for (server/net/net.h): sessions alone, no requests. */
#pragma once

#include "net.h"

struct Net {
    Sessions *sessions;
};
