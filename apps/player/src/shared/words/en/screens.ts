/** Texts of the game lists and the notices, in English. The specification’s sentences in these files are verbatim. */
export const words = {
  restricted: {
    title: 'Not available in your country',
    text: 'Access restricted from your country.',
    retry: 'Check again',
  },
  notFound: {
    title: 'Page not found',
    text: 'The page may have moved. Try one of these:',
  },
  games: {
    searchLabel: 'Search games',
    none: 'No games found',
    noProviders: 'No providers yet',
    all: 'All',
    byProvider: 'Games by provider',
    ofProvider: 'Games by {provider}',
    oneProvider: 'Provider',
    clear: 'Show all games',
    recentSearches: 'Recent searches',
    forget: 'Clear',
    noneText: 'No game has “{q}” in its name. Perhaps one of these?',
    similar: 'No game is called “{q}”. These are spelled alike:',
    sandboxSwitch: 'Sandbox providers',
    sandboxNote: 'Test games of invented providers, to try out how outside games connect.',
  },
}
