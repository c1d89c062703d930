/** Stakes and wins of one provider and currency in one clock hour, in minor units; the squares are for the variance. */
export interface ProviderHour {
  bets: bigint
  stakedMinor: bigint
  stakeSquares: bigint
  wins: bigint
  wonMinor: bigint
  winSquares: bigint
}

export const none = (): ProviderHour => ({
  bets: 0n,
  stakedMinor: 0n,
  stakeSquares: 0n,
  wins: 0n,
  wonMinor: 0n,
  winSquares: 0n,
})

export const added = (one: ProviderHour, other: ProviderHour): ProviderHour => ({
  bets: one.bets + other.bets,
  stakedMinor: one.stakedMinor + other.stakedMinor,
  stakeSquares: one.stakeSquares + other.stakeSquares,
  wins: one.wins + other.wins,
  wonMinor: one.wonMinor + other.wonMinor,
  winSquares: one.winSquares + other.winSquares,
})

/** Adds one stake and one win, in minor units; zero means none. */
export function addTo(hour: ProviderHour, stakeMinor: bigint, winMinor: bigint) {
  if (stakeMinor > 0n) {
    hour.bets++
    hour.stakedMinor += stakeMinor
    hour.stakeSquares += stakeMinor * stakeMinor
  }
  if (winMinor > 0n) {
    hour.wins++
    hour.wonMinor += winMinor
    hour.winSquares += winMinor * winMinor
  }
}
