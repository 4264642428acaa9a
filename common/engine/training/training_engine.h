/* training_engine.h - an engine with a table, a line and luck of its own, for the programs that make samples.
 *
 * Embedded: training_engine_init, and never cleared, as such a program ends with it. Running out of memory ends the
 * program with a line of text. */
#pragma once

#include "engine.h"

typedef struct {
    Engine *engine;
    Table table;
    Line line;
    Move *moves;     /* the line's: LINE_PLIES_MAX */
    uint64_t chance; /* xorshift64*'s state */
} TrainingEngine;

/* It judges by the evaluation written by hand (eval.h) until it is given a net. */
void training_engine_init(TrainingEngine *training_engine, size_t table_bytes, uint64_t seed);
/* Reads a net from a file and judges by it; a sentence when that cannot be, or NULL. */
const char *training_engine_use_net(TrainingEngine *training_engine, const char *path);

/* 64 random bits, the higher ones the better (Vigna: An experimental exploration of Marsaglia's xorshift
 * generators, scrambled, 2016). */
uint64_t training_engine_random(TrainingEngine *training_engine);
/* The line's position, searched with so many nodes. */
EngineResult training_engine_search(TrainingEngine *training_engine, uint64_t nodes);
