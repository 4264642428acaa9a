/* book_file.h - an opening book in Polyglot's format, mapped from a file. For programs; book.h is the pure part. */
#pragma once

#include "book.h"

typedef struct BookFile BookFile;

enum { BOOK_FILE_MAX = 1 << 28 /* bytes */ };
/* The book of Debian's gnuchess-book. */
#define BOOK_FILE_DEBIAN "/usr/share/games/gnuchess/book.bin"

/* NULL, with a sentence in *problem, when it cannot be read or is not a book. */
BookFile *book_file_open(const char *path, const char **problem);
/* NULL is allowed. The book must not be in use any more. */
void book_file_close(BookFile *file);
const Book *book_file_book(const BookFile *file);
