/* ending_file.h - a file of endings mapped into memory, its sum checked. For programs; the pure part is
 * endings.h. */
#pragma once

#include "endings.h"

typedef struct EndingFile EndingFile;

enum { ENDING_FILE_PATH_MAX = 4096 };

/* NULL, and a sentence in *problem, when it cannot be read or is not what it should be. */
EndingFile *ending_file_open(const char *path, const char **problem);
/* NULL is allowed. Nobody may ask any more. */
void ending_file_close(EndingFile *file);
const Endings *ending_file_endings(const EndingFile *file);

/* Where the file lies beside the running program, or in share/castled next to its folder: false when it does
 * not. */
bool ending_file_find(char path[ENDING_FILE_PATH_MAX]);
