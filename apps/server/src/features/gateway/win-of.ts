import type { GameTransaction } from './game-transaction.ts'

/** A win's amount in minor units; 0 where the call wins nothing. */
export function winOf({ kind, amountMinor, winMinor }: GameTransaction): bigint {
  if (kind === 'win') return amountMinor
  return kind === 'betwin' ? (winMinor ?? 0n) : 0n
}
