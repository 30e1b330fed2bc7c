/* The commands of the protocol: what each needs, and what it does. */
#ifndef TENGEN_COMMANDS_H
#define TENGEN_COMMANDS_H
#include "brain.h"

struct command {
  const char *name;
  int needs_game, is_busy_while_thinking, starts_game, opens_block, keeps_search;
  /** Obeys; null for a command that opens a block. @returns an error text, null if it has been obeyed */
  const char *(*run)(struct brain *brain, const char *args);
};

/** @returns null if there is no such command */
const struct command *command_of(const char *name);
#endif
