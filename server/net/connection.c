#include "connection.h"

#include <string.h>

const char *connection_header(struct lws *wsi, enum lws_token_indexes token, Header out)
{
    int length = lws_hdr_copy(wsi, out, HEADER_MAX, token);
    return length > 0 ? out : NULL;
}

const char *connection_authorization(struct lws *wsi, Header out)
{
    const char *text = connection_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, out);
    return !text && lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) > 0 ? "" : text;
}

enum { PEER_MAX = ADDRESS_MAX + 16 };

void connection_find_address(Connection *connection)
{
    char peer[PEER_MAX] = "";
    Header forwarded;
    lws_get_peer_simple(connection->wsi, peer, sizeof peer);
    address_of_client(peer,
                      connection_header(connection->wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded),
                      connection->address);
}

bool connection_is_secure(const Connection *connection)
{
    static const char NAME[] = "x-forwarded-proto:";
    char peer[PEER_MAX] = "", scheme[8] = "";
    lws_get_peer_simple(connection->wsi, peer, sizeof peer);
    return address_is_proxy(peer) &&
           lws_hdr_custom_copy(connection->wsi, scheme, sizeof scheme, NAME, sizeof NAME - 1) > 0 &&
           strcasecmp(scheme, "https") == 0;
}
