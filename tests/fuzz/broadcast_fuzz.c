/* Any bytes as the games of a round, twice: what was read is within its bounds, and is read again as the same. */
#include "broadcast_games.h"

#include "attacks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    BroadcastGames games = {NULL, 0}, came;
    BroadcastMerged merged[BROADCAST_BOARDS_MAX];
    Position pos;
    attacks_init();
    for (uint32_t seq = 1; seq <= 2; seq++)
        if (broadcast_games_read(&came, (const char *)data, size)) {
            assert(came.count <= BROADCAST_BOARDS_MAX);
            bool has_changed = broadcast_games_merge(&games, &came, seq, seq, merged);
            assert(came.count == 0 && (seq == 1 || !has_changed));
        }
    assert(broadcast_games_size(&games) <= BROADCAST_ROUND_MAX);
    for (uint32_t i = 0; i < games.count; i++) {
        const BroadcastBoard *board = &games.at[i];
        assert(board->plies <= BROADCAST_PLIES_MAX && strlen(board->pgn) == board->length);
        assert(fen_parse(board->fen, strlen(board->fen), &pos, NULL) == FEN_OK);
        bool is_game = broadcast_games_read(&came, board->pgn, board->length);
        assert(is_game && came.count == 1 && !came.at[0].fault[0]);
        assert(came.at[0].plies == board->plies && strcmp(came.at[0].fen, board->fen) == 0);
        broadcast_games_clear(&came);
    }
    broadcast_games_clear(&games);
    return 0;
}
