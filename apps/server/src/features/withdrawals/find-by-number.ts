import { keysOf } from '@dhow/contract/keys-of'
import type { WithdrawalParts } from './parts.ts'
import { numberMac } from './payout-accounts.ts'
import { cleanNumber, payoutKinds } from './rules.ts'

/**
 * Current and former holders of a payout account, newest first, by its whole number: it is stored encrypted and found
 * by a keyed hash, so a part of a number finds nobody.
 */
export async function findPayeesByNumber(parts: WithdrawalParts, text: string, limit: number): Promise<string[]> {
  const macs = keysOf(payoutKinds).map((kind) => numberMac(parts, kind, cleanNumber(kind, text)))
  const rows = await parts.platform.db.kysely
    .selectFrom('withdrawals.payout_account')
    .select('player_id')
    .distinct()
    .where('number_mac', 'in', macs)
    .limit(limit)
    .execute()
  return rows.map((row) => row.player_id)
}
