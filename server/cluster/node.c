#include "node.h"

void node_init(Node *node)
{
    *node = (Node){.role = NODE_FRONT, .alone_since = -1};
}

/* One without the bus could serve nobody but its own clients. */
static NodeAct decide_front(Node *node, const ClusterView *view, bool has_bus, int64_t now)
{
    bool others_are_nearer = !has_bus && view->on_bus > 0;
    if (!view->is_free)
        node->again = node->again_at = 0;
    return view->is_free && !view->is_clock_off && !others_are_nearer && now >= node->again_at
               ? NODE_TAKES
               : NODE_STAYS;
}

static NodeAct decide_owner(Node *node, const ClusterView *view, bool has_bus, int64_t now)
{
    if (!view->is_own && node_is_passed(node, view->epoch))
        return NODE_LOST;
    if (has_bus || view->on_bus == 0)
        node->alone_since = -1;
    else if (node->alone_since < 0)
        node->alone_since = now;
    return node->alone_since >= 0 && now - node->alone_since >= NODE_ALONE_MAX ? NODE_GIVES
                                                                               : NODE_STAYS;
}

NodeAct node_decide(Node *node, const ClusterView *view, bool has_bus, int64_t now)
{
    if (view->state != CLUSTER_SEEN)
        return NODE_STAYS;
    return node->role == NODE_OWNER ? decide_owner(node, view, has_bus, now)
                                    : decide_front(node, view, has_bus, now);
}

int64_t node_wait(const Node *node, int64_t now)
{
    int64_t alone_until = node->alone_since >= 0 ? node->alone_since + NODE_ALONE_MAX : 0;
    int64_t until = node->role == NODE_OWNER ? alone_until : node->again_at;
    return until > now ? until - now : -1;
}

void node_owns(Node *node, uint64_t epoch)
{
    *node = (Node){.role = NODE_OWNER, .epoch = epoch, .alone_since = -1};
}

void node_missed(Node *node, int64_t now)
{
    node->again = node->again == 0                   ? NODE_AGAIN
                  : 2 * node->again < NODE_AGAIN_MAX ? 2 * node->again
                                                     : NODE_AGAIN_MAX;
    node->again_at = now + node->again;
}

bool node_is_passed(const Node *node, uint64_t epoch)
{
    return node->role == NODE_OWNER && epoch > node->epoch;
}
