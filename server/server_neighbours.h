/* server_neighbours.h - what the server has to do with other processes; it outlives the server. */
#pragma once

#include "predecessor.h"
#include "successor.h"
#include "supervisor.h"

enum { SERVER_LINE_MAX = 512 }; /* bytes of a line that says why it cannot start, with its NUL */

typedef struct {
    Supervisor supervisor;
    Predecessor predecessor;
    Successor successor;
} ServerNeighbours;
