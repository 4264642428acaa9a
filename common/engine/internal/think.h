/* think.h - engine_think as it was built for one kind of processor.
 *
 * Inside the engine only. The search and the rules that it uses are built once for every machine (_base) and, on x86-64,
 * once more for processors with BMI2 and AVX2 (_bmi2), as one object that shows nothing but its think; engine_think
 * chooses. Both search the same nodes. */
#pragma once

#include "worker.h"

#define THINK_BUILD(build)                                                                         \
    void think_##build(Engine *engine, const Line *line, const EngineLimits *limits,               \
                       const EngineHooks *hooks, EngineResult *result);

THINK_BUILD(base)
THINK_BUILD(bmi2)
