/** Comments of RenLib: a title of one line and a text, with a character between them where there is a text. */

const TITLE_END = '\b';

/** RenLib shows a title in one line, so several lines are a text, behind an empty title. */
export function withTitle(comment: string): string {
  return comment.includes('\n') && !comment.includes(TITLE_END) ? TITLE_END + comment : comment;
}

/** Rapfi puts every comment behind an empty title, and makes a line end of one that it was given. */
export function withoutEmptyTitle(comment: string): string {
  return comment.startsWith(TITLE_END) ? comment.replace(/^[\b\n]+/, '') : comment;
}
