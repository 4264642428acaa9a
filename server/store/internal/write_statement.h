/* write_statement.h - how each kind of write gets into the tables: its statement (sql/writes.sql), and which member of
 * its value is which parameter. */
#pragma once

#include "write_batch.h"

#include "db.h"

const char *write_statement_sql(WriteKind kind);
/* Texts and blobs are borrowed until the bindings are cleared. A WRITE_IMPORT is left alone: the writer does it. */
void write_statement_bind(DbStatement *s, WriteKind kind, const void *value);
