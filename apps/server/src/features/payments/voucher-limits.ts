import type { AttemptRule, Attempts, Use } from '../../platform/attempts.ts'

/**
 * A voucher's number is money and must not be guessed: wrong numbers count by player and network; valid ones are given
 * back.
 */
const rules = {
  player: { name: 'voucher.player', windowS: 900, most: 5, right: 'own' },
  prefix: { name: 'voucher.prefix', windowS: 3_600, most: 20, right: { earns: 1, savesUp: 200 } },
} as const satisfies Record<string, AttemptRule>

/** Limits that one voucher number counts towards. */
export const voucherUses = (attempts: Attempts, playerId: string, ip: string): Use[] => [
  { rule: rules.player, subject: playerId },
  attempts.byPrefix(rules.prefix, ip),
]
