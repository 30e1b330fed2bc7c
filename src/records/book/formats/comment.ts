/** Comments of RenLib: a title of one line and a text, with a character between them where there is a text. */

const TITLE_END = '\b';

/** RenLib shows a title on one line, so several lines are stored as a text after an empty title. */
export function withTitle(comment: string): string {
  return comment.includes('\n') && !comment.includes(TITLE_END) ? TITLE_END + comment : comment;
}

/** Rapfi stores every comment after an empty title, and turns an existing title end into a line end. */
export function withoutEmptyTitle(comment: string): string {
  return comment.startsWith(TITLE_END) ? comment.replace(/^[\b\n]+/, '') : comment;
}
