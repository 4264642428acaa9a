#include "change_tap.h"

#include <assert.h>

void change_tap_look(ChangeTap *tap)
{
    assert(!tap->session);
    if (tap->copier && copier_wants_base(tap->copier))
        copier_give_base(tap->copier);
}

void change_tap_begin(ChangeTap *tap)
{
    assert(!tap->session);
    if (!tap->copier || !copier_wants_changes(tap->copier))
        return;
    if (sqlite3session_create(tap->db, "main", &tap->session) != SQLITE_OK)
        tap->session = NULL;
    else if (sqlite3session_attach(tap->session, NULL) == SQLITE_OK)
        return;
    sqlite3session_delete(tap->session);
    tap->session = NULL;
    copier_miss(tap->copier);
}

void change_tap_committed(ChangeTap *tap)
{
    if (tap->session)
        copier_expect(tap->copier);
}

void change_tap_end(ChangeTap *tap, bool is_committed)
{
    void *changes = NULL;
    int size = 0;
    if (!tap->session)
        return;
    if (is_committed && sqlite3session_changeset(tap->session, &size, &changes) != SQLITE_OK)
        copier_miss(tap->copier);
    else if (is_committed)
        copier_put(tap->copier, changes, (size_t)size);
    sqlite3session_delete(tap->session);
    tap->session = NULL;
}
