/* GET /api/tv/channels: whose game each channel shows. */
#include "forms.h"
#include "play_call.h"
#include "tv_feed.h"

void tv_channels(Call *call)
{
    const Core *core = call->server->core;
    GameNews best;
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    for (int channel = 0; channel < TV_COUNT; channel++) {
        if (tv_games(core, (TvChannel)channel, &best, 1) == 0)
            continue;
        Color seat = tv_seat(&best);
        form_channel(&text, &(FormChannel){.channel = tv_word((TvChannel)channel),
                                           .news = &best,
                                           .seat = seat,
                                           .bot = core_is_bot(core, best.seat[seat].id)});
        if (best.number > call->asker.number) /* nothing is told that is not durable */
            call->asker.number = best.number;
    }
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}
