/* load_metric.h - what a server of this machine counts: its metrics, from outside. */
#pragma once

#include <stdbool.h>

/* A port of 127.0.0.1 that nobody uses now, for --metrics-port; 0 when there is none. */
int metric_port(void);
/* The value of castled_NAME by GET /metrics on that port. False when it is not to be had. */
bool metric_read(int port, const char *name, double *value);
