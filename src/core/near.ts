/**
 * @returns the word among `choices` that differs from `word` in the fewest letters, in one of a short word or two of
 * others; null if there is none
 */
export function nearestWord(word: string, choices: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  let nearest: string | null = null;
  let least = wanted.length < 4 ? 2 : 3;
  for (const choice of choices) {
    // Also spares the comparison with a word of any length.
    if (Math.abs(choice.length - wanted.length) >= least) continue;
    const distance = lettersApart(wanted, choice.toLowerCase());
    // A word that differs in every letter has nothing in common with it.
    if (distance >= least || distance >= choice.length) continue;
    nearest = choice;
    least = distance;
  }
  return nearest;
}

/** @returns `; did you mean X?`, to append to an error message; empty if no choice is close */
export function suggestion(word: string, choices: Iterable<string>): string {
  const nearest = nearestWord(word, choices);
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}

/** Number of insertions, deletions, substitutions and transpositions of adjacent letters (optimal string alignment). */
function lettersApart(a: string, b: string): number {
  let [last, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (isSame ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) next[j] = Math.min(next[j], last[j - 2] + 1);
    }
    [last, row] = [row, next];
  }
  return row[b.length];
}
