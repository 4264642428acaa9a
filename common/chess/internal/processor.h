/* processor.h - which build of the move generator suits the processor that this runs on. Private to this library. */
#pragma once

typedef enum {
    PROCESSOR_BASE,   /* the oldest of its kind, and all that are not x86-64 */
    PROCESSOR_POPCNT, /* x86-64 that counts bits: Intel since 2008, AMD since 2007 */
    PROCESSOR_BMI2,   /* x86-64 with a fast PEXT: Intel since 2013, AMD since 2020 */
} Processor;

extern Processor processor; /* constant after processor_detect */

void processor_detect(void);
