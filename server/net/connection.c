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

static const char *custom_header(struct lws *wsi, const char *name, Header out)
{
    return lws_hdr_custom_copy(wsi, out, HEADER_MAX, name, (int)strlen(name)) > 0 ? out : NULL;
}

void connection_find_client(Connection *connection)
{
    struct lws *wsi = connection->wsi;
    char peer[ADDRESS_MAX + 1] = "";
    Header list, proto, asked, forwarded, host, origin, cookie, site;
    Address address;
    lws_get_peer_simple(wsi, peer, sizeof peer);
    const ClientHeaders headers = {
        .forwarded_for = connection_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, list),
        .forwarded_proto = custom_header(wsi, "x-forwarded-proto:", proto),
        .forwarded_host = custom_header(wsi, "x-forwarded-host:", asked),
        .forwarded = custom_header(wsi, "forwarded:", forwarded),
        .host = connection_header(wsi, WSI_TOKEN_HOST, host),
        .origin = connection_header(wsi, WSI_TOKEN_ORIGIN, origin),
        .cookie = connection_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookie),
        .fetch_site = custom_header(wsi, "sec-fetch-site:", site),
    };
    client_find(connection->ws->options.client,
                address_parse(peer, strlen(peer), &address) ? &address : NULL, false, &headers,
                &connection->client);
}
