/* What is asked for, read and checked. */
#include "broadcast_state.h"

#include "utf8.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { DAYS_AHEAD = 366 };

bool broadcast_refuse(BroadcastRefusal *refusal, int status, const char *code, const char *why)
{
    *refusal = (BroadcastRefusal){.status = status, .code = code};
    snprintf(refusal->why, sizeof refusal->why, "%s", why);
    return false;
}

static bool bad_field(BroadcastRefusal *refusal, const char *field, const char *what)
{
    *refusal = (BroadcastRefusal){.status = 400, .code = "bad_field"};
    snprintf(refusal->why, sizeof refusal->why, "%s: %s", field, what);
    snprintf(refusal->field, sizeof refusal->field, "%s", field);
    return false;
}

static bool read_text(const Params *fields, const char *name, char *text, size_t size,
                      bool has_lines, BroadcastRefusal *refusal)
{
    const char *value = params_find(fields, name);
    if (!value)
        return true;
    if (!(has_lines ? utf8_is_lines(value) : utf8_is_line(value)))
        return bad_field(refusal, name, "has characters that cannot be shown");
    if (utf8_count(value) > size / 4)
        return bad_field(refusal, name, "is too long");
    snprintf(text, size, "%s", value);
    return true;
}

bool broadcast_read(Broadcast *broadcast, const Params *fields, BroadcastRefusal *refusal)
{
    if (!read_text(fields, "name", broadcast->name, sizeof broadcast->name, false, refusal) ||
        !read_text(fields, "description", broadcast->description, sizeof broadcast->description,
                   true, refusal))
        return false;
    return utf8_is_seen(broadcast->name) || bad_field(refusal, "name", "missing");
}

static bool read_url(Round *round, const char *url, BroadcastRefusal *refusal)
{
    if (url && *url && !(outbound_url_is_good(url, strlen(url)) && outbound_url_has_web_port(url)))
        return bad_field(refusal, "url", "must be an http or https address");
    if (url)
        snprintf(round->url, sizeof round->url, "%s", url);
    return true;
}

bool broadcast_read_round(Round *round, const Params *fields, int64_t now,
                          BroadcastRefusal *refusal)
{
    int64_t starts = round->starts_at, period = round->period;
    const char *at = params_find(fields, "startsAt");
    if (!read_text(fields, "name", round->name, sizeof round->name, false, refusal) ||
        !read_url(round, params_find(fields, "url"), refusal))
        return false;
    if (!utf8_is_seen(round->name))
        return bad_field(refusal, "name", "missing");
    if (at && *at &&
        !params_integer(fields, "startsAt", 0, now + INT64_C(86400000) * DAYS_AHEAD, &starts))
        return bad_field(refusal, "startsAt", "must be ms since 1970, at most a year ahead");
    if (params_find(fields, "period") &&
        !params_integer(fields, "period", BROADCAST_PERIOD_MIN, BROADCAST_PERIOD_MAX, &period))
        return bad_field(refusal, "period", "must be a number from 3 to 3600");
    round->starts_at = at && !*at ? 0 : starts;
    round->period = (int32_t)period;
    round->is_over = params_flag(fields, "over", round->is_over);
    return true;
}
