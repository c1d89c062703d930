import type { Currency } from '@dhow/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { setFrozen } from './debts.ts'

/** Opens a player's accounts: cash, bonus, hold and in play. */
export async function openPlayer(
  tx: Tx,
  { playerId, currency, at }: { playerId: string; currency: Currency; at: Date },
) {
  await sql`select ledger.open_wallet(${playerId}, ${currency}, ${at})`.execute(tx)
}

/** Freezes the player's money until `unfreeze`; incoming money and open rounds are still processed. */
export async function freeze(tx: Tx, playerId: string, at: Date) {
  if (!(await setFrozen(tx, playerId, at))) throw new Refusal('account_missing')
}

export async function unfreeze(tx: Tx, playerId: string) {
  if (!(await setFrozen(tx, playerId, null))) throw new Refusal('account_missing')
}

/** Closes a player's accounts permanently. @throws Refusal `account_not_empty` unless all are empty */
export async function close(tx: Tx, playerId: string, at: Date) {
  const { rows } = await sql<{ outcome: 'ok' | 'account_missing' | 'account_not_empty' }>`
    select ledger.close_wallet(${playerId}, ${at}) as outcome`.execute(tx)
  const { outcome } = required(rows[0], 'the outcome of closing')
  if (outcome !== 'ok') throw new Refusal(outcome)
}
