/* public_address.h - whether an address belongs to the public internet.
 *
 * By IANA's registries of special-purpose addresses (RFC 6890), which say of each block whether it is "globally
 * reachable". Of IPv6 only 2000::/3 is, without its special blocks; and of an address with an IPv4 address inside
 * (IPv4-mapped, NAT64 of RFC 6052) the inner one counts, since that is where packets arrive. Pure. */
#pragma once

#include "address.h"

bool address_is_public(const Address *address);
