#include "attacks.h"
#include "board_animation.h"
#include "board_picture.h"
#include "page_head.h"
#include "pictures.h"
#include "preview_words.h"

#include "chess_rig.h"

#include <gif_lib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HTML[] = "<html><head><meta charset=\"utf-8\" /><title>castled</title>"
                           "<meta property=\"og:title\" content=\"castled\" />"
                           "<meta name=\"viewport\" content=\"x\" /></head></html>";

static const PageHead HEAD = {.site = "castled",
                              .title = "</title><script>alert('x')</script>",
                              .description = "\"><b>&",
                              .base = "https://club.example/chess",
                              .path = "/Ab12Cd34",
                              .image = "/icon-512.png"};

START_TEST(the_head_is_replaced_and_everything_else_stays)
{
    Text text;
    text_init(&text);
    ck_assert(page_head_fill(HTML, strlen(HTML), &HEAD, &text));
    ck_assert_ptr_eq(strstr(text.bytes, "<html><head><meta charset=\"utf-8\" /><title>"),
                     text.bytes);
    ck_assert_ptr_nonnull(
        strstr(text.bytes, "<meta name=\"viewport\" content=\"x\" /></head></html>"));
    ck_assert_ptr_null(strstr(text.bytes, "og:title\" content=\"castled\""));
    ck_assert_ptr_nonnull(strstr(text.bytes, "<meta property=\"og:url\" "
                                             "content=\"https://club.example/chess/Ab12Cd34\" />"));
    ck_assert_ptr_nonnull(strstr(text.bytes,
                                 "<meta property=\"og:image\" "
                                 "content=\"https://club.example/chess/icon-512.png\" />"));
    text_clear(&text);
}
END_TEST

/* By the HTML standard's rules for text and attribute values in double quotes. */
START_TEST(inserted_text_is_escaped)
{
    Text text;
    text_init(&text);
    ck_assert(page_head_fill(HTML, strlen(HTML), &HEAD, &text));
    ck_assert_ptr_null(strstr(text.bytes, "<script>"));
    ck_assert_ptr_null(strstr(text.bytes, "<b>"));
    ck_assert_ptr_nonnull(strstr(text.bytes, "content=\"&quot;&gt;&lt;b&gt;&amp;\""));
    ck_assert_ptr_nonnull(strstr(text.bytes, "alert(&#39;x&#39;)"));
    text_clear(&text);
}
END_TEST

START_TEST(a_page_without_the_markers_is_left_alone)
{
    static const char *const BAD[] = {"", "<title>castled</title>", "<meta name=\"viewport\"",
                                      "<meta name=\"viewport\" /><title>castled</title>"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Text text;
        text_init(&text);
        ck_assert(!page_head_fill(BAD[i], strlen(BAD[i]), &HEAD, &text));
        ck_assert_uint_eq(text.length, 0);
        text_clear(&text);
    }
}
END_TEST

static StoredGame *new_game(Status status, Winner winner, Reason reason)
{
    StoredGame *game = calloc(1, sizeof *game + 2 * sizeof *game->events);
    game->game = (StoreGame){
        .seat = {{.name = "Anna", .rating = 1500}, {.kind = STORE_SEAT_LEVEL, .level = 3}},
        .control = {.timed = true, .initial = 300000, .increment = 3000},
        .status = status,
        .winner = winner,
        .reason = reason};
    return game;
}

static void add(StoredGame *game, const Event *event)
{
    StoredEvent *stored = &game->events[game->count++];
    stored->size = (unsigned char)event_pack(event, stored->bytes);
}

static void check_game(StoredGame *game, const char *description)
{
    PreviewWords words;
    preview_game_words(game, &words);
    ck_assert_str_eq(words.title, "Anna (1500) \xe2\x80\x93 Computer level 3");
    ck_assert_str_eq(words.description, description);
    stored_game_free(game);
}

START_TEST(a_game_in_progress_says_whose_move_it_is)
{
    StoredGame *game = new_game(STATUS_STARTED, WINNER_NONE, REASON_NONE);
    check_game(game, "5+3 blitz, casual. Move 1, White to play.");
    game = new_game(STATUS_STARTED, WINNER_NONE, REASON_NONE);
    add(game, &(Event){.kind = EV_MOVE, .move = {.ply = 23}});
    check_game(game, "5+3 blitz, casual. Move 12, Black to play.");
    game = new_game(STATUS_STARTED, WINNER_NONE, REASON_NONE);
    add(game, &(Event){.kind = EV_MOVE, .move = {.ply = 23}});
    add(game, &(Event){.kind = EV_TAKEBACK, .ply = 22});
    check_game(game, "5+3 blitz, casual. Move 12, White to play.");
    game = new_game(STATUS_STARTED, WINNER_NONE, REASON_NONE);
    snprintf(game->game.fen, sizeof game->game.fen, "8/8/8/8/8/8/8/K6k b - - 0 1");
    check_game(game, "5+3 blitz, casual. Move 1, Black to play.");
}
END_TEST

START_TEST(a_finished_game_says_how_it_ended)
{
    static const struct {
        Status status;
        Winner winner;
        Reason reason;
        const char *words;
    } CASES[] = {
        {STATUS_MATE, WINNER_WHITE, 0, "White won by checkmate after 3 moves."},
        {STATUS_RESIGN, WINNER_BLACK, 0, "Black won by resignation after 3 moves."},
        {STATUS_OUTOFTIME, WINNER_BLACK, 0, "Black won on time after 3 moves."},
        {STATUS_OUTOFTIME, 0, 0, "Draw on time against insufficient material after 3 moves."},
        {STATUS_TIMEOUT, WINNER_WHITE, 0, "White won because the opponent left after 3 moves."},
        {STATUS_STALEMATE, 0, 0, "Draw by stalemate after 3 moves."},
        {STATUS_DRAW, 0, REASON_AGREEMENT, "Draw by agreement after 3 moves."},
        {STATUS_DRAW, 0, REASON_THREEFOLD, "Draw by threefold repetition after 3 moves."},
        {STATUS_ABORTED, 0, 0, "The game was aborted."},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char words[PREVIEW_DESCRIPTION_MAX];
        StoredGame *game = new_game(CASES[i].status, CASES[i].winner, CASES[i].reason);
        add(game, &(Event){.kind = EV_MOVE, .move = {.ply = 5}});
        snprintf(words, sizeof words, "5+3 blitz, casual. %s", CASES[i].words);
        check_game(game, words);
    }
}
END_TEST

START_TEST(a_challenge_shows_player_time_and_color)
{
    PreviewWords words;
    Challenge challenge = {.link = true,
                           .from = {.name = "Anna", .rating = 1612, .provisional = true},
                           .to = {.name = "Ben"},
                           .terms = {.control = {.timed = true, .initial = 30000},
                                     .variant = VARIANT_CHESS960,
                                     .rated = true,
                                     .color = WISH_BLACK}};
    preview_challenge_words(&challenge, &words);
    ck_assert_str_eq(words.title, "Anna (1612?) challenges you to a game of chess");
    ck_assert_str_eq(words.description, "0.5+0 bullet, rated, Chess960. Anna plays Black.");
    challenge.link = false;
    challenge.terms = (Terms){.control = {.timed = true, .days = 3}};
    preview_challenge_words(&challenge, &words);
    ck_assert_str_eq(words.title, "Anna (1612?) challenges Ben to a game of chess");
    ck_assert_str_eq(words.description, "3 days per move, casual. Colors are drawn at random.");
    challenge.terms = (Terms){.color = WISH_WHITE};
    preview_challenge_words(&challenge, &words);
    ck_assert_str_eq(words.description, "no clock, casual. Anna plays White.");
}
END_TEST

/* The longest possible names and numbers fit completely. */
START_TEST(long_names_are_not_cut_off)
{
    PreviewWords words;
    Challenge challenge = {.from = {.rating = RATING_MAX, .provisional = true}};
    memset(challenge.from.name, 'm', PERSON_NAME_MAX);
    memset(challenge.to.name, 'w', PERSON_NAME_MAX);
    challenge.terms.color = WISH_WHITE;
    challenge.terms.variant = VARIANT_FROM_POSITION;
    challenge.terms.control = (TimeControl){.timed = true,
                                            .initial = 10800000,
                                            .increment = 180000,
                                            .bonus = BONUS_BRONSTEIN,
                                            .odds = TIME_ODDS_OPPONENT};
    preview_challenge_words(&challenge, &words);
    ck_assert_ptr_nonnull(strstr(words.title, "w to a game of chess"));
    ck_assert_ptr_nonnull(strstr(words.description, "with time odds, casual, from a set position"));
    ck_assert_ptr_nonnull(strstr(words.description, "m plays White."));
}
END_TEST

/* ---- pictures ---- */

typedef struct {
    int count, empty;
    size_t length;
} Drawn;

static void on_drawn(void *context, const unsigned char *png, size_t length)
{
    Drawn *drawn = context;
    drawn->count++;
    drawn->empty += png == NULL;
    drawn->length = length;
}

static StoredGame *numbered_game(int number)
{
    StoredGame *game = new_game(STATUS_STARTED, WINNER_NONE, REASON_NONE);
    snprintf(game->game.id.text, sizeof game->game.id.text, "%08d", number);
    return game;
}

static const PagePiece PIECES[PAGE_PIECES];

/* ---- animated pictures ---- */

enum { PIXELS = BOARD_PIXELS_SIDE * BOARD_PIXELS_SIDE };

/* Each piece has all shades, also gray ones where it is transparent. */
static void fill_pieces(PagePiece pieces[PAGE_PIECES])
{
    unsigned char *bytes = (unsigned char *)pieces;
    for (size_t i = 0; i < sizeof(PagePiece) * PAGE_PIECES; i++)
        bytes[i] = (unsigned char)((i * 7 + i / PAGE_PIECE_SIZE) % 64);
}

typedef struct {
    const unsigned char *bytes;
    size_t length, place;
} Source;

static int read_bytes(GifFileType *gif, GifByteType *out, int count)
{
    Source *source = gif->UserData;
    size_t left = source->length - source->place;
    size_t taken = (size_t)count < left ? (size_t)count : left;
    memcpy(out, source->bytes + source->place, taken);
    source->place += taken;
    return (int)taken;
}

/* As the GIF standard says: transparent pixels leave what is there. */
static void lay_over(const SavedImage *image, int transparent, unsigned char *screen)
{
    const GifImageDesc *desc = &image->ImageDesc;
    for (int y = 0; y < desc->Height; y++)
        for (int x = 0; x < desc->Width; x++) {
            unsigned char pixel = image->RasterBits[y * desc->Width + x];
            if (pixel != transparent)
                screen[(desc->Top + y) * BOARD_PIXELS_SIDE + desc->Left + x] = pixel;
        }
}

/* A castling, an en passant capture and a promotion, then knights there and back. */
static void play_line(Line *line, Move *memory, uint32_t plies)
{
    static const char *const FIRST[] = {"e2e4", "g8f6", "e4e5", "d7d5",  "e5d6",
                                        "g7g6", "d6c7", "f8g7", "c7b8q", "e8g8"};
    static const char *const AGAIN[] = {"g1f3", "f6g4", "f3g1", "g4f6"};
    Position start;
    position_start(&start);
    line_init(line, &start, memory, LINE_PLIES_MAX);
    for (uint32_t ply = 0; ply < plies; ply++) {
        const char *uci = ply < COUNT(FIRST) ? FIRST[ply] : AGAIN[(ply - COUNT(FIRST)) % 4];
        line_push(line, move_from_uci(&line->now, uci));
    }
}

START_TEST(an_animated_picture_shows_each_position_in_turn)
{
    static PagePiece pieces[PAGE_PIECES];
    static Move memory[LINE_PLIES_MAX];
    static unsigned char screen[PIXELS], expected[PIXELS];
    enum { PLIES = 14 };
    Line line;
    Source source = {0};
    int error;
    fill_pieces(pieces);
    play_line(&line, memory, PLIES);
    unsigned char *bytes = board_animation_draw((const PagePiece *)pieces, &line, &source.length);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_lt(source.length, BOARD_ANIMATION_MAX);
    source.bytes = bytes;
    GifFileType *gif = DGifOpen(&source, read_bytes, &error);
    ck_assert_ptr_nonnull(gif);
    ck_assert_int_eq(DGifSlurp(gif), GIF_OK);
    ck_assert_int_eq(gif->ImageCount, PLIES + 1);
    Position position = line.start;
    for (int ply = 0; ply <= PLIES; ply++) {
        GraphicsControlBlock control;
        if (ply > 0)
            position_play(&position, line.moves[ply - 1]);
        board_pixels_draw((const PagePiece *)pieces, &position,
                          ply ? line.moves[ply - 1] : MOVE_NONE, expected);
        ck_assert_int_eq(DGifSavedExtensionToGCB(gif, ply, &control), GIF_OK);
        ck_assert_int_eq(control.DelayTime, ply == PLIES ? 400 : ply ? 70 : 120);
        lay_over(&gif->SavedImages[ply], control.TransparentColor, screen);
        HOLDS(memcmp(screen, expected, PIXELS) == 0, "ply %d", ply);
    }
    DGifCloseFile(gif, &error);
    free(bytes);
}
END_TEST

START_TEST(an_animated_picture_has_its_bounds)
{
    static PagePiece pieces[PAGE_PIECES];
    static Move memory[LINE_PLIES_MAX];
    Line line;
    size_t length, same;
    play_line(&line, memory, 4);
    unsigned char *bytes = board_animation_draw((const PagePiece *)pieces, &line, &length);
    ck_assert_ptr_nonnull(bytes);
    free(bytes);
    bytes = board_animation_draw_within((const PagePiece *)pieces, &line, length, &same);
    ck_assert_ptr_nonnull(bytes);
    free(bytes);
    static const size_t LESS[] = {1, 2, 100, 1000}; /* in the last byte, in a frame, in the head */
    for (size_t i = 0; i < COUNT(LESS); i++)
        ck_assert_ptr_null(
            board_animation_draw_within((const PagePiece *)pieces, &line, length - LESS[i], &same));
    ck_assert_ptr_null(board_animation_draw_within((const PagePiece *)pieces, &line, 100, &same));
    play_line(&line, memory, BOARD_ANIMATION_PLIES_MAX + 1);
    ck_assert_ptr_null(board_animation_draw((const PagePiece *)pieces, &line, &length));
}
END_TEST

START_TEST(the_cache_is_bounded_and_cached_pictures_are_not_drawn_again)
{
    enum { MOST = 8192, GAMES = 40 };
    uv_loop_t loop;
    Drawn drawn = {0};
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    Pictures *pictures = pictures_new(&loop, PIECES, board_picture_draw, MOST);
    for (int i = 0; i < GAMES; i++) {
        ck_assert(pictures_draw(pictures, numbered_game(i), on_drawn, &drawn));
        uv_run(&loop, UV_RUN_DEFAULT);
        ck_assert_int_eq(drawn.count, i + 1);
        ck_assert_uint_le(pictures_kept(pictures), MOST);
        ck_assert_uint_gt(pictures_kept(pictures), 0);
    }
    ck_assert_int_eq(drawn.empty, 0);
    ck_assert_uint_lt(MOST, GAMES * drawn.length);
    ck_assert(pictures_draw(pictures, numbered_game(GAMES - 1), on_drawn, &drawn));
    ck_assert_int_eq(drawn.count, GAMES + 1); /* at once */
    ck_assert(pictures_draw(pictures, numbered_game(0), on_drawn, &drawn));
    ck_assert_int_eq(drawn.count, GAMES + 1); /* it was evicted */
    pictures_close(pictures);
    uv_run(&loop, UV_RUN_DEFAULT);
    pictures_free(pictures);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}
END_TEST

START_TEST(the_number_of_waiting_pictures_has_a_limit)
{
    uv_loop_t loop;
    Drawn drawn = {0};
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    Pictures *pictures = pictures_new(&loop, PIECES, board_picture_draw, PICTURES_KEPT_MAX);
    for (int i = 0; i < PICTURES_WAITING_MAX; i++)
        ck_assert(pictures_draw(pictures, numbered_game(i), on_drawn, &drawn));
    ck_assert(!pictures_draw(pictures, numbered_game(99), on_drawn, &drawn));
    ck_assert_int_eq(drawn.count, 0);
    pictures_close(pictures);
    ck_assert_int_eq(drawn.empty, PICTURES_WAITING_MAX - 1);
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(drawn.count, PICTURES_WAITING_MAX);
    pictures_free(pictures);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("preview");
    TCase *tcase = tcase_create("preview");
    tcase_add_test(tcase, the_head_is_replaced_and_everything_else_stays);
    tcase_add_test(tcase, inserted_text_is_escaped);
    tcase_add_test(tcase, a_page_without_the_markers_is_left_alone);
    tcase_add_test(tcase, a_game_in_progress_says_whose_move_it_is);
    tcase_add_test(tcase, a_finished_game_says_how_it_ended);
    tcase_add_test(tcase, a_challenge_shows_player_time_and_color);
    tcase_add_test(tcase, long_names_are_not_cut_off);
    tcase_add_test(tcase, an_animated_picture_shows_each_position_in_turn);
    tcase_add_test(tcase, an_animated_picture_has_its_bounds);
    tcase_add_test(tcase, the_cache_is_bounded_and_cached_pictures_are_not_drawn_again);
    tcase_add_test(tcase, the_number_of_waiting_pictures_has_a_limit);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
