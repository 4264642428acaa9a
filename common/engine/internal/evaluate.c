#include "evaluate.h"

#include <string.h>

#include "endgame.h"

enum { FEW_PIECES = 8 };

/* Nets see few endings without winning chances in training, and no way to mate a bare king. */
static int with_endgame_knowledge(const Position *pos, int value)
{
    const Color us = position_turn(pos), them = color_other(us);
    Bitboard occupied = position_occupied(pos);
    if (bit_count(occupied) > FEW_PIECES)
        return value;
    value = value * endgame_scale(pos, value >= 0 ? us : them) / ENDGAME_SCALE_NORMAL;
    if (!bit_many(pos->black) || !bit_many(occupied & ~pos->black))
        value += endgame_mop_up(pos, us) - endgame_mop_up(pos, them);
    return value;
}

/* Goes back to the nearest node whose hidden layer is up to date, and forward from there: the nodes in between are
 * updated, too, as their other children will need them. */
static const Accumulator *updated(Engine *engine, const Node *node)
{
    Accumulator *at = &engine->views[node - engine->stack];
    int back = 0;
    while (!accumulator_is_of(&at[-back], &node[-back].pos)) {
        if (back == node->ply) {
            accumulator_start(&at[-back], &engine->layers, engine->net, &node[-back].pos);
            break;
        }
        back++;
    }
    for (; back > 0; back--)
        accumulator_play(&at[1 - back], &at[-back], &engine->layers, engine->net, &node[-back].pos,
                         node[-back].move, &node[1 - back].pos);
    return at;
}

int evaluate_node(Engine *engine, const Node *node)
{
    const Position *pos = &node->pos;
    const Color us = position_turn(pos), them = color_other(us);
    if (!engine->net)
        return engine->evaluator(pos);
    const Accumulator *layer = updated(engine, node);
    const int value = nnue_output(engine->net, pos, layer->values[us], layer->values[them]);
    return with_endgame_knowledge(pos, value);
}

int evaluate_position(const Nnue *net, const Position *pos)
{
    return with_endgame_knowledge(pos, nnue_evaluate(net, pos));
}

void evaluate_reset(Engine *engine)
{
    memset(engine->views, 0, sizeof engine->views);
    if (engine->net)
        accumulator_clear_layers(&engine->layers, engine->net);
}
