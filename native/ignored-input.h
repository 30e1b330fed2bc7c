/* Input that follows commands tengen has no use for: it is ignored with them, and not mistaken for commands. */
#ifndef TENGEN_IGNORED_INPUT_H
#define TENGEN_IGNORED_INPUT_H

/** What the next line may be. */
enum ignored_input { IGNORE_NOTHING, IGNORE_FILE, IGNORE_TEXT, IGNORE_POINTS };

/** @returns whether the line after the command names a file */
int is_followed_by_file(const char *name);
/** @returns what to ignore after a command; a quoted text may continue over several lines */
enum ignored_input ignored_after(const char *name, const char *args);
/** @param name first word of the line, in capitals @returns whether the line belongs to the ignored command */
int takes_ignored(enum ignored_input *ignored, const char *name, const char *line);
#endif
