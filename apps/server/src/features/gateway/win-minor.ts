import type { GameTransaction } from './game-transaction.ts'

/** A call's win in minor units; 0 if there is none. */
export function getWinMinor({ kind, amountMinor, winMinor }: GameTransaction): bigint {
  if (kind === 'win') return amountMinor
  return kind === 'betwin' ? (winMinor ?? 0n) : 0n
}
