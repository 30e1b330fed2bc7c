/** Name of the error for a file with more games than can be opened; the library takes them. */
export const TOO_MANY_GAMES = 'TooManyGames';
