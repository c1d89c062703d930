import { sql } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { ReceiptsParts } from './parts.ts'

/** The log is a second or two behind the ledger. */
const retryAfterS = 3

/** Result of an erasure. */
export interface Forgotten {
  /** Entries whose salts were erased. */
  entries: number
  /** Signed statements. */
  statements: number
  /** Shares of a day's liabilities. */
  shares: number
}

/** Order to erase a player's receipts; `operatorId` is null for the command. */
export interface ForgetOrder {
  playerId: string
  operatorId: string | null
  reason: string
}

/**
 * Erases a player's receipts for good: overwrites the salts of all their entries, and deletes their signed statements
 * and their liability shares with salts. The log stays intact, and downloaded files still verify. May be repeated for
 * later postings.
 * @throws Refusal `not_found` without such a player, `receipt_pending` while a posting of theirs is not in the log
 */
export async function forgetReceipts(
  { platform: { db }, audit }: { platform: Pick<ReceiptsParts['platform'], 'db'>; audit: ReceiptsParts['audit'] },
  { playerId, operatorId, reason }: ForgetOrder,
): Promise<Forgotten> {
  return db.transaction(async (tx) => {
    await refuseUnlogged(tx, playerId)
    const forgotten = {
      entries: await eraseSalts(tx, playerId),
      statements: await deleteStatements(tx, playerId),
      shares: await deleteShares(tx, playerId),
    }
    await audit(tx, {
      operatorId,
      action: 'receipts.forget',
      subject: playerId,
      text: `Forgot the receipts of the player: ${reason}`,
      before: null,
      after: forgotten,
    })
    return forgotten
  })
}

async function refuseUnlogged(tx: Tx, playerId: string) {
  const { rows } = await sql<{ is_logged: boolean }>`
    select not exists (
      select from ledger.transfers where player_id = ${playerId}
        and posting_id > coalesce((select posting_id from receipts.log where name = 'players'), 0)
    ) as is_logged
    from ledger.wallets where player_id = ${playerId}`.execute(tx)
  const [wallet] = rows
  if (!wallet) throw new Refusal('not_found')
  if (!wallet.is_logged) throw new Refusal('receipt_pending', { data: { retry_after_s: retryAfterS } })
}

/** Overwrites the salts of a player's entries with zeros; returns how many had one. */
async function eraseSalts(tx: Tx, playerId: string): Promise<number> {
  const { rows } = await sql<{ erased: bigint }>`
    with own as (
      select batch.first_leaf, array_agg(array_position(batch.posting_ids, moved.posting_id)) as places
      from (select distinct posting_id from ledger.transfers where player_id = ${playerId}) as moved
      cross join lateral (
        select first_leaf, posting_ids from receipts.batch
        where log = 'players' and first_posting <= moved.posting_id order by first_posting desc limit 1
      ) as batch
      group by batch.first_leaf
    ), counted as (
      select count(*) as erased from own
      join receipts.salt on salt.log = 'players' and salt.first_leaf = own.first_leaf
      cross join lateral unnest(own.places) as place
      where substring(salt.salts from (place - 1) * 32 + 1 for 32) <> decode(repeat('00', 32), 'hex')
    ), erased as (
      update receipts.salt set salts = (
        select string_agg(
          case when place = any(own.places) then decode(repeat('00', 32), 'hex') else substring(salt.salts from (place - 1) * 32 + 1 for 32) end,
          ''::bytea order by place)
        from generate_series(1, length(salt.salts) / 32) as place
      )
      from own where salt.log = 'players' and salt.first_leaf = own.first_leaf
    )
    select erased from counted`.execute(tx)
  return Number(rows[0]?.erased ?? 0n)
}

async function deleteStatements(tx: Tx, playerId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('receipts.statement')
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes a player's leaves of stored trees; the roots keep the erased sum, so that they can still be compared with the
 * remaining leaves.
 */
async function deleteShares(tx: Tx, playerId: string): Promise<number> {
  const { rows } = await sql<{ shares: bigint }>`
    with gone as (
      delete from receipts.liability_leaf where player_id = ${playerId}
      returning day, currency, cash_minor + bonus_minor + hold_minor + in_play_minor as minor
    ), kept as (
      update receipts.liability_root as root set erased_minor = root.erased_minor + gone.minor
      from gone where gone.day = root.day and gone.currency = root.currency
    )
    select count(*) as shares from gone`.execute(tx)
  await tx.deleteFrom('receipts.liability_check').where('player_id', '=', playerId).execute()
  return Number(rows[0]?.shares ?? 0n)
}
