/* training_engine.h - an engine with a table, a line and random numbers, for the programs that make samples.
 *
 * Never freed, as such a program ends with it. Running out of memory ends the program with a message. */
#pragma once

#include "engine.h"

typedef struct {
    Engine *engine;
    Table table;
    Line line;
    Move *moves;           /* the line's: LINE_PLIES_MAX */
    uint64_t random_state; /* xorshift64*'s state */
} TrainingEngine;

/* It uses the classical evaluation (classical_eval.h) until it is given a net. */
void training_engine_init(TrainingEngine *training_engine, size_t table_bytes, uint64_t seed);
/* Reads a net from a file and evaluates with it. NULL, or a sentence that says what is wrong. */
const char *training_engine_use_net(TrainingEngine *training_engine, const char *path);

/* 64 random bits, of which the higher ones are better (Vigna: An experimental exploration of Marsaglia's xorshift
 * generators, scrambled, 2016). */
uint64_t training_engine_random(TrainingEngine *training_engine);
/* Any number below 'bound', which is not 0. */
unsigned training_engine_below(TrainingEngine *training_engine, size_t bound);
/* Searches the last position of the line with so many nodes. */
EngineResult training_engine_search(TrainingEngine *training_engine, uint64_t nodes);
/* The same, but begins no iteration after 'soft' nodes; it never searches more than 'hard'. */
EngineResult training_engine_search_soft(TrainingEngine *training_engine, uint64_t soft,
                                         uint64_t hard);
