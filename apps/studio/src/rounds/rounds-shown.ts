/** Number of last rounds that are sent to a shared game's page, for its history and roads. */
export const roundsShown = 50
