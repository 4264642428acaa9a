/* What the search is most of the time busy with, counted while it runs: see CMakeLists.txt beside it. */
#include <stdlib.h>

#include "bench.h"
#include "embedded_nnue.h"
#include "processor.h"

enum { TABLE_BYTES = 16 << 20, ALIGN = 64 };

/* Fails where the processor is too old for the build that is to be profiled: that has its instructions. */
int main(void)
{
    static Nnue net;
    static Table table;
    attacks_init();
    void *memory = aligned_alloc(ALIGN, TABLE_BYTES), *state = aligned_alloc(ALIGN, engine_size());
    if (processor != PROCESSOR_BMI2 || !memory || !state)
        return 1;
    embedded_nnue_load(&net);
    table_init(&table, memory, TABLE_BYTES);
    Engine *engine = engine_init(state, &table);
    engine_set_net(engine, &net);
    BenchResult result;
    bench_run(engine, &table, BENCH_DEPTH, &result);
    free(state);
    free(memory);
    return 0;
}
