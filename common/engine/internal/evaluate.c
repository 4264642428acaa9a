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
 * updated, too, as their other children will need them. A king's move to the other half of the board ends the way
 * back. */
static const int16_t *updated_layer(Engine *engine, const Node *node, Color view)
{
    const Nnue *net = engine->net;
    Accumulator(*at)[2] = &engine->views[node - engine->stack];
    const unsigned orientation = nnue_orientation(net, &node->pos, view);
    int back = 0;
    while (!accumulator_is_of(&at[-back][view], &node[-back].pos, orientation)) {
        if (back == node->ply || nnue_orientation(net, &node[-back - 1].pos, view) != orientation) {
            Accumulator *turned = &engine->turned[view][(orientation & 7) != 0];
            accumulator_update(turned, turned, net, view, &node[-back].pos);
            at[-back][view] = *turned;
            break;
        }
        back++;
    }
    for (; back > 0; back--)
        accumulator_update(&at[1 - back][view], &at[-back][view], net, view, &node[1 - back].pos);
    return at[0][view].values;
}

int evaluate_node(Engine *engine, const Node *node)
{
    const Position *pos = &node->pos;
    const Color us = position_turn(pos), them = color_other(us);
    if (!engine->net)
        return engine->evaluator(pos);
    const int16_t *own = updated_layer(engine, node, us),
                  *other = updated_layer(engine, node, them);
    return with_endgame_knowledge(pos, nnue_output(engine->net, own, other));
}

int evaluate_position(const Nnue *net, const Position *pos)
{
    return with_endgame_knowledge(pos, nnue_evaluate(net, pos));
}

void evaluate_reset(Engine *engine)
{
    memset(engine->views, 0, sizeof engine->views);
    if (!engine->net)
        return;
    for (Color view = WHITE; view <= BLACK; view++)
        for (unsigned mirrored = 0; mirrored < 2; mirrored++)
            accumulator_clear(&engine->turned[view][mirrored], engine->net,
                              (view == BLACK ? 56u : 0u) ^ (mirrored ? 7u : 0u));
}
