/* performance.h - ratings and results by FIDE's tables (Rating Regulations B.02, 8.1). Scores are in tenths. */
#pragma once

/* The difference of ratings that belongs to a score of 'percent' (table 8.1.1). */
int performance_difference(int percent);
/* The expected score in percent for so many points more than the opponent (table 8.1.2). */
int performance_expected(int difference);
/* Averages are rounded to the nearest, halves up. */
int performance_average(const int *ratings, int count);
/* C.07, 10.2 and 10.3. At least one game. */
int performance_rating(int score, const int *ratings, int count);
int performance_perfect(int score, const int *ratings, int count);
