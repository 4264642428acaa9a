/* engine_about.h - what is known of an external engine, and how long the server waits for it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    ENGINE_CALLED_MAX = 16,
    ENGINE_TITLE_MAX = 64,
    ENGINE_HANDSHAKE = 10000, /* ms for uciok and readyok */
    ENGINE_GRACE = 2000,      /* ms that it may think longer than it was allowed */
    ENGINE_TRIES = 3,         /* for one question */
    ENGINE_REST = 1000, /* ms before it is restarted; doubled after each failure in a row, ... */
    ENGINE_REST_MAX = 60000, /* ... up to this */
    ENGINE_THINK_LEAST = 50, /* ms */
    ENGINE_THINK = 1000,
    ENGINE_IDLE = 300000, /* ms without a question after which it is stopped */
};

/* Complete once the engine has been started for the first time. */
typedef struct {
    char name[ENGINE_CALLED_MAX + 1];
    char title[ENGINE_TITLE_MAX + 1]; /* as it calls itself; "" until known */
    bool ready;                       /* its handshake is done and nothing is wrong */
    bool rated;                       /* UCI_LimitStrength and UCI_Elo */
    int32_t rating_least, rating_most;
    bool skilled; /* Skill Level */
    int32_t skill_least, skill_most;
    bool chess960;
} EngineAbout;

/* In ms; 0 stands for the default. A test shortens the waits it needs and lengthens the others, so that the speed
 * of the machine does not matter. */
typedef struct {
    unsigned greeting; /* for uciok: ENGINE_HANDSHAKE */
    unsigned setting;  /* for readyok: ENGINE_HANDSHAKE */
    unsigned grace;    /* ENGINE_GRACE */
    unsigned rest;     /* ENGINE_REST */
} EngineWaits;
