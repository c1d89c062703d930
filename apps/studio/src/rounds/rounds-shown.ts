/** So many last rounds of a shared game are sent to its page and kept there: as many as its history and its roads show. */
export const roundsShown = 50
