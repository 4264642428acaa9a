/* spsa.h - simultaneous perturbation stochastic approximation: tuning many numbers at once by the results of games.
 *
 * All parameters are moved at once, each up or down by chance; a pair of games between the two opposite sets says in which
 * direction to go (Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization", IEEE
 * Transactions on Aerospace and Electronic Systems 34, 1998, whose exponents and whose A of a tenth these are). No I/O. */
#pragma once

#include <stdint.h>

typedef struct {
    double value, least, most;
    double step; /* by how much it is moved either way in the last pair; more in those before */
} SpsaParameter;

typedef struct {
    long pairs;  /* to be played in all */
    double rate; /* of the steps' squares, that a won game moves a parameter in the end: 0.002 */
} SpsaSchedule;

/* +1 or -1 for each parameter. */
void spsa_draw(int8_t *signs, int count, uint64_t *state);
/* The values for the pair with that number (from 0): the side +1 plays with the signs, -1 against them. */
void spsa_values(const SpsaParameter *parameters, int count, const SpsaSchedule *schedule,
                 long pair, const int8_t *signs, int side, double *values);
/* Moves the parameters: 'result' is games won less games lost by the side +1. */
void spsa_update(SpsaParameter *parameters, int count, const SpsaSchedule *schedule, long pair,
                 const int8_t *signs, int result);
