/* tablebase_file.h - the tablebase, mapped from a file, with its checksum checked. For programs; the pure part is
 * tablebase.h. */
#pragma once

#include "tablebase.h"

typedef struct TablebaseFile TablebaseFile;

enum { TABLEBASE_FILE_PATH_MAX = 4096 };

/* NULL, with a sentence in *problem, when it cannot be read or is not a tablebase. */
TablebaseFile *tablebase_file_open(const char *path, const char **problem);
/* NULL is allowed. The tablebase must not be in use any more. */
void tablebase_file_close(TablebaseFile *file);
const Tablebase *tablebase_file_tablebase(const TablebaseFile *file);

/* Finds the file beside the running program, or in ../share/castled. False when it is in neither place. */
bool tablebase_file_find(char path[TABLEBASE_FILE_PATH_MAX]);
