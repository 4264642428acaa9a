/* processor.h - which build of the inner loops suits the processor that this runs on. */
#pragma once

typedef enum {
    PROCESSOR_BASE,   /* the oldest of its kind, and all that are not x86-64 */
    PROCESSOR_POPCNT, /* x86-64 that counts bits: Intel since 2008, AMD since 2007 */
    PROCESSOR_BMI2,   /* x86-64 with a fast PEXT: Intel since 2013, AMD since 2020 */
} Processor;

extern Processor processor; /* constant after attacks_init */

/* Called by attacks_init. */
void processor_detect(void);
