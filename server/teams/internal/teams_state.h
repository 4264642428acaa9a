/* teams_state.h - the part's own struct, and what its files call of each other. */
#pragma once

#include "teams.h"

/* Somebody who belongs to a team, or asks to. */
typedef struct {
    char id[PERSON_ID_MAX + 1]; /* the key under which they are found */
    Team **teams;
    size_t count, size;
} TeamPlayer;

struct Teams {
    TeamsOptions options;
    SipKey sip;
    HashTable by_id;
    HashTable players; /* of TeamPlayer */
    size_t members;    /* memberships and requests of all teams */
    bool is_stopped;
};

/* ---- team_members.c ---- */

/* NULL: they belong to no team, nor ask to. */
const TeamPlayer *members_find_player(const Teams *teams, const char *player);

/* Somebody at that address joins, or asks to; the store is told. */
void members_add(Teams *teams, Team *team, const TeamMember *member);
/* Whether somebody at that address may join, or ask to, as far as their share goes. */
bool members_have_room(const Teams *teams, const Team *team, const char *address, bool asks);
/* A request becomes a membership. */
void members_accept(Teams *teams, Team *team, const char *player);
void members_remove(Teams *teams, Team *team, const char *player);
/* Adds one that is stored already. False: there is no room. */
bool members_load(Teams *teams, Team *team, const TeamMember *member);
/* Of which somebody is the captain, and to which they belong or ask to. */
void members_count(const Teams *teams, const char *player, size_t *captain, size_t *belong);

/* ---- team_fields.c ---- */

/* Whether they can be kept and shown with a request. */
bool team_words_are_good(const char *words);

/* ---- teams.c ---- */

/* An empty one, which is not among the others yet. */
Team *team_new(const Teams *teams);

/* With the key of its name. */
void team_set_about(Team *team, const TeamAbout *about);
void team_put(Teams *teams, Team *team);
void team_delete(Teams *teams, Team *team);
void team_free(Team *team);
bool team_refuse(TeamAnswer *answer, int status, const char *code, const char *why);
