/** Texts of the game lists and the notices, in English. The specification’s sentences stand in these files to the letter. */
export const words = {
  restricted: {
    title: 'Not available where you are',
    text: 'Access restricted from your country.',
    retry: 'Check again',
  },
  notFound: {
    title: 'There is nothing at this address',
    text: 'The page may have moved. These are good places to go on:',
  },
  games: {
    searchLabel: 'Search games',
    none: 'No game goes by that name.',
    all: 'All',
    byProvider: 'Games by provider',
    ofProvider: 'Games by {provider}',
    oneProvider: 'Provider',
    clear: 'Show all games',
    gamesOf: '{count} games',
    gameOf: '1 game',
  },
}
