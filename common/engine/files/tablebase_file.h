/* tablebase_file.h - a file of endings mapped into memory, its sum checked. For programs; the pure part is
 * endings.h. */
#pragma once

#include "tablebase.h"

typedef struct TablebaseFile TablebaseFile;

enum { TABLEBASE_FILE_PATH_MAX = 4096 };

/* NULL, and a sentence in *problem, when it cannot be read or is not what it should be. */
TablebaseFile *tablebase_file_open(const char *path, const char **problem);
/* NULL is allowed. Nobody may ask any more. */
void tablebase_file_close(TablebaseFile *file);
const Tablebase *tablebase_file_tablebase(const TablebaseFile *file);

/* Where the file lies beside the running program, or in share/castled next to its folder: false when it does
 * not. */
bool tablebase_file_find(char path[TABLEBASE_FILE_PATH_MAX]);
