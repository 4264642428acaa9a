#include "matching.h"

#include "take.h"

#include <assert.h>

typedef enum { FREE, OUTER, INNER } Kind;

static bool is_blossom(const Matching *m, int node)
{
    return node > m->count;
}

/* --- memory --------------------------------------------------------------------------------- */

static size_t node_room(int vertices)
{
    return (size_t)vertices + (size_t)vertices / 2 + 2;
}

static size_t lay_out(Matching *m, char *memory, int vertices)
{
    char *at = memory;
    size_t nodes = node_room(vertices), blossoms = nodes - (size_t)vertices;
    m->label = take(&at, nodes * sizeof *m->label);
    m->mate = take(&at, nodes * sizeof *m->mate);
    m->top = take(&at, nodes * sizeof *m->top);
    m->parent = take(&at, nodes * sizeof *m->parent);
    m->next = take(&at, nodes * sizeof *m->next);
    m->previous = take(&at, nodes * sizeof *m->previous);
    m->base = take(&at, nodes * sizeof *m->base);
    m->kind = take(&at, nodes * sizeof *m->kind);
    m->entry = take(&at, nodes * sizeof *m->entry);
    m->near = take(&at, nodes * sizeof *m->near);
    m->slack = take(&at, nodes * sizeof *m->slack);
    m->queue = take(&at, nodes * sizeof *m->queue);
    m->mark = take(&at, nodes * sizeof *m->mark);
    m->edges = take(&at, blossoms * nodes * sizeof *m->edges);
    return (size_t)(at - memory);
}

size_t SIZED(matching_memory)(int vertices)
{
    static char nothing[16];
    Matching measured;
    return lay_out(&measured, nothing, vertices);
}

void SIZED(matching_open)(Matching *m, void *memory, const PairingGraph *graph)
{
    *m = (Matching){.graph = graph, .count = graph->count, .last = graph->count};
    m->nodes = (int)node_room(graph->count);
    lay_out(m, memory, graph->count);
}

/* --- edges ---------------------------------------------------------------------------------- */

/* How far the pair's labels are above its weight, twice. False when the two may not meet. Not inside a blossom. */
static bool edge_slack(const Matching *m, int a, int b, Weight *slack)
{
    Weight weight;
    if (!graph_weight(m->graph, a, b, &weight))
        return false;
    *slack = weight_subtract(weight_add(m->label[a], m->label[b]), weight_add(weight, weight));
    return true;
}

bool SIZED(matching_is_tight)(const Matching *m, int a, int b)
{
    Weight slack;
    return edge_slack(m, a, b, &slack) && weight_is_zero(&slack);
}

/* The cheapest edge between two nodes that are not in each other; inside is in 'x'. */
static Link link_between(const Matching *m, int x, int y)
{
    if (!is_blossom(m, x) && !is_blossom(m, y))
        return (Link){(uint16_t)x, (uint16_t)y};
    if (x > y)
        return m->edges[(size_t)(x - m->count) * (size_t)m->nodes + (size_t)y];
    Link link = m->edges[(size_t)(y - m->count) * (size_t)m->nodes + (size_t)x];
    return (Link){link.outside, link.inside};
}

/* Takes the edge for node 'x', if it is cheaper than what it has. */
static void offer_slack(Matching *m, int x, Link link, const Weight *slack)
{
    if (m->near[x].outside && !weight_is_less(slack, &m->slack[x]))
        return;
    m->near[x] = link;
    m->slack[x] = *slack;
}

/* Finds the cheapest edge to 'x' from outer nodes anew. */
static void find_slack(Matching *m, int x)
{
    m->near[x] = (Link){0, 0};
    for (int y = 1; y <= m->last; y++) {
        if (m->top[y] != y || y == x || m->kind[y] != OUTER)
            continue;
        Link link = link_between(m, x, y);
        Weight slack;
        if (link.outside && edge_slack(m, link.inside, link.outside, &slack))
            offer_slack(m, x, link, &slack);
    }
}

/* --- nodes ---------------------------------------------------------------------------------- */

/* The part of 'blossom' that contains the node. */
static int part_with(const Matching *m, int blossom, int node)
{
    while (m->parent[node] != blossom)
        node = m->parent[node];
    return node;
}

/* Walks through the vertices in a node: starts with 'vertex' 0, ends with 0. Without recursion. */
static int next_vertex(const Matching *m, int node, int vertex)
{
    int at = vertex;
    if (!at)
        at = node;
    else {
        while (at != node && m->next[at] == m->base[m->parent[at]])
            at = m->parent[at];
        if (at == node)
            return 0;
        at = m->next[at];
    }
    while (is_blossom(m, at))
        at = m->base[at];
    return at;
}

static void set_top(Matching *m, int node, int top)
{
    for (int at = node;;) { /* the node and all that is in it, parents first */
        m->top[at] = (uint16_t)top;
        if (is_blossom(m, at)) {
            at = m->base[at];
            continue;
        }
        while (at != node && m->next[at] == m->base[m->parent[at]])
            at = m->parent[at];
        if (at == node)
            return;
        at = m->next[at];
    }
}

static void enqueue(Matching *m, int node)
{
    for (int v = next_vertex(m, node, 0); v; v = next_vertex(m, node, v))
        m->queue[m->queue_end++] = (uint16_t)v;
}

/* Matches a node by an edge from within it. Inside a blossom the even way from its old base to the part with the edge's
 * end is matched the other way round. Recursion goes as deep as blossoms are nested, at most count / 2. */
static void set_mate(Matching *m, int node, Link link)
{
    m->mate[node] = link;
    if (!is_blossom(m, node))
        return;
    int part = part_with(m, node, link.inside), base = m->base[node], steps = 0;
    for (int at = base; at != part; at = m->next[at])
        steps++;
    const uint16_t *step = steps % 2 ? m->previous : m->next;
    for (int at = base; at != part;) {
        int other = step[at], after = step[other];
        set_mate(m, at, link_between(m, at, other));
        set_mate(m, other, link_between(m, other, at));
        at = after;
    }
    set_mate(m, part, link);
    m->base[node] = (uint16_t)part;
}

/* --- the tree ------------------------------------------------------------------------------- */

/* The outer node that is the parent of outer node 'x' in the tree by way of its mate; 0 for the root. */
static int outer_parent(const Matching *m, int x)
{
    if (!m->mate[x].outside)
        return 0;
    return m->top[m->entry[m->top[m->mate[x].outside]].outside];
}

/* Matches anew along the tree, from the outer node with vertex link.inside, which is to be matched by 'link', to the
 * root. */
static void match_to_root(Matching *m, Link link)
{
    for (;;) {
        int x = m->top[link.inside];
        Link before = m->mate[x];
        set_mate(m, x, link);
        if (!before.outside)
            return;
        int inner = m->top[before.outside];
        Link entry = m->entry[inner];
        set_mate(m, inner, entry);
        link = (Link){entry.outside, entry.inside};
    }
}

/* Leaves a vertex of an outer node without a pair, and gives the root one. */
static void expose(Matching *m, int vertex)
{
    int x = m->top[vertex];
    Link before = m->mate[x];
    set_mate(m, x, (Link){(uint16_t)vertex, 0});
    if (!before.outside)
        return;
    int inner = m->top[before.outside];
    Link entry = m->entry[inner];
    set_mate(m, inner, entry);
    match_to_root(m, (Link){entry.outside, entry.inside});
}

static void make_outer(Matching *m, int node)
{
    m->kind[node] = OUTER;
    enqueue(m, node);
}

/* --- blossoms ------------------------------------------------------------------------------- */

static int find_base(Matching *m, int x, int y)
{
    m->marks++;
    while (x || y) {
        if (x) {
            if (m->mark[x] == m->marks)
                return x;
            m->mark[x] = m->marks;
            x = outer_parent(m, x);
        }
        int swapped = x;
        x = y;
        y = swapped;
    }
    assert(!"one tree has one root");
    return 0;
}

static int new_blossom(Matching *m)
{
    int node = m->count + 1;
    while (node <= m->last && m->top[node])
        node++;
    if (node > m->last)
        m->last = node;
    assert(node < m->nodes);
    return node;
}

static void join(Matching *m, int one, int other)
{
    m->next[one] = (uint16_t)other;
    m->previous[other] = (uint16_t)one;
}

/* The cheapest edges from a new blossom to all nodes outside it. */
static void collect_edges(Matching *m, int blossom)
{
    Link *row = &m->edges[(size_t)(blossom - m->count) * (size_t)m->nodes];
    for (int y = 1; y <= m->last; y++) {
        row[y] = (Link){0, 0};
        if (!m->top[y] || m->top[y] == blossom)
            continue;
        Weight best = {{0}};
        int part = m->base[blossom];
        do {
            Link link = link_between(m, part, y);
            Weight slack;
            if (link.outside && edge_slack(m, link.inside, link.outside, &slack) &&
                (!row[y].outside || weight_is_less(&slack, &best))) {
                row[y] = link;
                best = slack;
            }
            part = m->next[part];
        } while (part != m->base[blossom]);
        if (y > blossom) /* its row is asked for the two */
            m->edges[(size_t)(y - m->count) * (size_t)m->nodes + (size_t)blossom] =
                (Link){row[y].outside, row[y].inside};
    }
}

/* The ring of a blossom: from the base down to 'x', over to 'y', up to the base. */
static void build_ring(Matching *m, int base, int x, int y)
{
    int at = x;
    for (; at != base; at = outer_parent(m, at)) {
        int inner = m->top[m->mate[at].outside];
        join(m, inner, at);
        join(m, m->top[m->entry[inner].outside], inner);
    }
    int last = x;
    for (at = y; at != base; at = outer_parent(m, at)) {
        int inner = m->top[m->mate[at].outside];
        join(m, last, at);
        join(m, at, inner);
        last = inner;
    }
    join(m, last, base);
}

/* An edge between two outer nodes closes an odd cycle, which becomes one outer node. */
static void shrink(Matching *m, int x, int y)
{
    int base = find_base(m, x, y), blossom = new_blossom(m);
    build_ring(m, base, x, y);
    m->base[blossom] = (uint16_t)base;
    m->label[blossom] = (Weight){{0}};
    m->mate[blossom] = m->mate[base];
    m->parent[blossom] = 0;
    m->mark[blossom] = 0;
    int part = base;
    do {
        if (m->kind[part] == INNER)
            enqueue(m, part);
        m->parent[part] = (uint16_t)blossom;
        part = m->next[part];
    } while (part != base);
    set_top(m, blossom, blossom);
    m->kind[blossom] = OUTER;
    collect_edges(m, blossom);
    find_slack(m, blossom);
}

/* An inner blossom whose dual is 0 is taken apart: the even way through it stays in the tree. */
static void expand(Matching *m, int blossom)
{
    Link entry = m->entry[blossom];
    int base = m->base[blossom], first = part_with(m, blossom, entry.inside), steps = 0,
        part = base;
    do {
        m->parent[part] = 0;
        set_top(m, part, part);
        m->kind[part] = FREE;
        part = m->next[part];
    } while (part != base);
    m->top[blossom] = 0;
    for (int at = base; at != first; at = m->next[at])
        steps++;
    const uint16_t *step = steps % 2 ? m->next : m->previous;
    m->kind[first] = INNER;
    m->entry[first] = entry;
    for (int at = first; at != base;) {
        int outer = step[at], inner = step[outer];
        make_outer(m, outer);
        m->kind[inner] = INNER;
        m->entry[inner] = link_between(m, inner, outer);
        at = inner;
    }
    part = base;
    do {
        if (m->kind[part] != INNER)
            find_slack(m, part);
        part = m->next[part];
    } while (part != base);
}

/* --- a stage -------------------------------------------------------------------------------- */

/* A tight edge from an outer node to another node. True when the root is matched by it. */
static bool follow(Matching *m, Link link)
{
    int x = m->top[link.inside], y = m->top[link.outside];
    if (m->kind[y] == OUTER) {
        if (x != y)
            shrink(m, x, y);
        return false;
    }
    if (!m->mate[y].outside) {
        set_mate(m, y, (Link){link.outside, link.inside});
        match_to_root(m, link);
        return true;
    }
    m->kind[y] = INNER;
    m->entry[y] = (Link){link.outside, link.inside};
    make_outer(m, m->top[m->mate[y].outside]);
    return false;
}

static bool scan(Matching *m, int vertex)
{
    for (int v = 1; v <= m->count; v++) {
        int y = m->top[v];
        if (y == m->top[vertex] || m->kind[y] == INNER)
            continue;
        Weight slack;
        if (!edge_slack(m, vertex, v, &slack))
            continue;
        if (!weight_is_zero(&slack))
            offer_slack(m, y, (Link){(uint16_t)v, (uint16_t)vertex}, &slack);
        else if (follow(m, (Link){(uint16_t)vertex, (uint16_t)v}))
            return true;
    }
    return false;
}

static void lower_step(Weight *step, bool *found, const Weight *bound)
{
    if (*found && !weight_is_less(bound, step))
        return;
    *step = *bound;
    *found = true;
}

/* How far labels can move. */
static Weight find_step(const Matching *m)
{
    Weight step = {{0}}, half;
    bool found = false;
    for (int x = 1; x <= m->last; x++) {
        if (x <= m->count && m->kind[m->top[x]] == OUTER)
            lower_step(&step, &found, &m->label[x]);
        if (m->top[x] != x)
            continue;
        if (m->kind[x] == FREE && m->near[x].outside)
            lower_step(&step, &found, &m->slack[x]);
        else if (m->kind[x] == OUTER && m->near[x].outside)
            half = weight_half(m->slack[x]), lower_step(&step, &found, &half);
        else if (m->kind[x] == INNER && is_blossom(m, x))
            half = weight_half(m->label[x]), lower_step(&step, &found, &half);
    }
    assert(found);
    return step;
}

/* Moves all labels. Returns an outer vertex whose label is 0 then, or 0. */
static int move_labels(Matching *m, Weight step)
{
    int exposed = 0;
    Weight twice = weight_add(step, step);
    for (int x = 1; x <= m->last; x++) {
        if (!m->top[x])
            continue;
        Kind kind = (Kind)m->kind[m->top[x]];
        if (!is_blossom(m, x)) {
            if (kind == OUTER)
                m->label[x] = weight_subtract(m->label[x], step);
            else if (kind == INNER)
                m->label[x] = weight_add(m->label[x], step);
            if (kind == OUTER && weight_is_zero(&m->label[x]))
                exposed = x;
        } else if (m->top[x] == x) {
            if (kind == OUTER)
                m->label[x] = weight_add(m->label[x], twice);
            else if (kind == INNER)
                m->label[x] = weight_subtract(m->label[x], twice);
        }
        if (m->top[x] == x && m->near[x].outside && kind != INNER)
            m->slack[x] = weight_subtract(m->slack[x], kind == OUTER ? twice : step);
    }
    return exposed;
}

/* Follows what has become tight. */
static bool follow_tight(Matching *m)
{
    for (int x = 1; x <= m->last; x++) {
        if (m->top[x] != x || m->kind[x] == INNER || !m->near[x].outside)
            continue;
        if (!weight_is_zero(&m->slack[x]))
            continue;
        Link near = m->near[x];
        if (follow(m, (Link){near.outside, near.inside}))
            return true;
    }
    for (int b = m->count + 1; b <= m->last; b++)
        if (m->top[b] == b && m->kind[b] == INNER && weight_is_zero(&m->label[b]))
            expand(m, b);
    return false;
}

/* Grows a tree from the exposed node of 'root' until the root is matched, or a vertex that costs nothing is left. */
static void run_stage(Matching *m, int root)
{
    for (int x = 1; x <= m->last; x++) {
        m->kind[x] = FREE;
        m->near[x] = (Link){0, 0};
    }
    m->queue_start = m->queue_end = 0;
    make_outer(m, m->top[root]);
    for (;;) {
        while (m->queue_start < m->queue_end)
            if (scan(m, m->queue[m->queue_start++]))
                return;
        int exposed = move_labels(m, find_step(m));
        if (exposed) {
            expose(m, exposed);
            return;
        }
        if (follow_tight(m))
            return;
    }
}

/* --- the beginning -------------------------------------------------------------------------- */

static void raise_label(Matching *m, int vertex, Weight least)
{
    Weight missing = weight_subtract(m->label[vertex], least);
    if (weight_is_negative(&missing))
        m->label[vertex] = least;
}

/* Labels that are high enough for all pairs. The nearer they are to those of the end, the less is left to do: what a pair's
 * weight has from one of its two goes to that one's label; of two blocks, the higher one pays for what is between them. */
static void set_labels(Matching *m)
{
    const PairingGraph *graph = m->graph;
    memset(m->label, 0, (size_t)m->nodes * sizeof *m->label);
    for (int block = GRAPH_BLOCKS - 1; block >= 0; block--)
        for (int a = 1; a <= m->count; a++) {
            if (graph_block(graph, a) != block)
                continue;
            Weight own = graph_share(graph, a), weight;
            raise_label(m, a, weight_add(own, own));
            for (int b = 1; b <= m->count; b++) {
                int other = graph_block(graph, b);
                if (a == b || other < block || !graph_weight(graph, a, b, &weight))
                    continue;
                if (other == block)
                    raise_label(m, a,
                                weight_add(weight_subtract(weight, graph_share(graph, b)), own));
                else
                    raise_label(m, a, weight_subtract(weight_add(weight, weight), m->label[b]));
            }
        }
}

/* Lowers each label as far as it can go, and matches what is tight. */
static void match_greedily(Matching *m)
{
    for (int a = 1; a <= m->count; a++) {
        Weight least = m->label[a];
        int found = 0;
        for (int b = 1; b <= m->count; b++) {
            Weight slack;
            if (a == b || !edge_slack(m, a, b, &slack) || weight_is_less(&least, &slack))
                continue;
            bool open = !m->mate[a].outside && !m->mate[b].outside;
            if (weight_is_less(&slack, &least))
                least = slack, found = open ? b : 0;
            else if (open && !found)
                found = b;
        }
        m->label[a] = weight_subtract(m->label[a], least);
        if (found) {
            m->mate[a] = (Link){(uint16_t)a, (uint16_t)found};
            m->mate[found] = (Link){(uint16_t)found, (uint16_t)a};
        }
    }
}

void SIZED(matching_solve)(Matching *m)
{
    m->last = m->count;
    m->marks = 0;
    memset(m->mark, 0, (size_t)m->nodes * sizeof *m->mark);
    memset(m->top, 0, (size_t)m->nodes * sizeof *m->top);
    for (int v = 1; v <= m->count; v++) {
        m->top[v] = (uint16_t)v;
        m->parent[v] = 0;
        m->mate[v] = (Link){(uint16_t)v, 0};
    }
    set_labels(m);
    match_greedily(m);
    for (int v = 1; v <= m->count; v++)
        if (!m->mate[v].outside && !weight_is_zero(&m->label[v]))
            run_stage(m, v);
}
