export const english = {
  about: 'Games whose rounds every player can check. Choose one to try it with play money, without an account.',
  returns: (percent: string) => `Returns ${percent} %`,
  failed: 'The games could not be loaded. Reload this page in a moment.',
}

export type GamesWords = typeof english
