import type { SignedStatement } from '@dhow/contract/signed-statements'
import { statementRules } from '@dhow/contract/statement-rules'
import { entryWord, noEntry } from '@dhow/receipts/entry'
import { signStatement, type Statement } from '@dhow/receipts/statement'
import type { Db } from '../../../platform/db/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { required } from '../../../platform/required.ts'
import { openLogKey } from '../log-key.ts'
import type { ReceiptsParts } from '../parts.ts'
import { readReceipt } from '../read-receipt.ts'
import { countPostings, findSpan } from './span-store.ts'
import { makeBodies, hashOf } from './statement-bodies.ts'
import { balancesOf, readEntries, stateAt } from './statement-entries.ts'
import { findStatement, insertStatement, replyOf, type StatementRow } from './statement-store.ts'

const dayMs = 86_400_000
/** The log is a second or two behind the ledger. */
const retryAfterS = 3

/** Order of a statement: account, period, and the operator who orders it; none for the player. */
export interface StatementOrder {
  playerId: string
  from: Date
  to: Date
  operatorId?: string
}

/**
 * Issues a signed statement, or returns the one issued earlier for the period: a signed one is permanent.
 * @throws Refusal `statement_span`, `statement_full`, `not_found` without an account or after its salts were erased,
 * `receipt_pending` while the period can still get entries or has some that are not in the log
 */
export async function issueStatement(parts: ReceiptsParts, order: StatementOrder): Promise<SignedStatement> {
  const { db, id, clock } = parts.platform
  const { playerId, from, to } = order
  checkSpan(order, clock.now())
  const known = await findStatement(db.kysely, order)
  if (known) return replyOf(known)
  const currency = await currencyOf(db.kysely, playerId)
  const span = await findSpan(db.kysely, playerId, from, to)
  const log = await db.kysely.selectFrom('receipts.log').selectAll().where('name', '=', 'players').executeTakeFirst()
  if (!log || (span.last ?? 0n) > log.posting_id) throw pending(retryAfterS)
  const [before, last] = [span.before ?? 0n, span.last ?? 0n]
  const { mostEntries } = statementRules
  if ((await countPostings(db.kysely, playerId, before, last, mostEntries)) > mostEntries)
    throw new Refusal('statement_full')

  const opening = await stateAt(db.kysely, playerId, before)
  const { csv, json, count, state = opening } = await makeBodies(readEntries(db.kysely, playerId, before, last))
  const statementOf = (format: Statement['format'], body: Buffer): Statement => ({
    origin: log.origin,
    account: entryWord(playerId),
    currency,
    from: from.toJSON(),
    to: to.toJSON(),
    format,
    bodyHash: hashOf(body),
    entries: count,
    previous: opening?.commitment ?? noEntry,
    opening: { number: opening?.number ?? 0, balances: balancesOf(opening) },
    closing: { number: state?.number ?? 0, balances: balancesOf(state) },
  })
  const receipt = count === 0 ? null : (await readReceipt(db.kysely, playerId, String(last))).receipt
  const row = await db.transaction(async (tx) => {
    const signer = await openLogKey(parts, tx, 'players')
    const made: StatementRow = {
      id: id('stm'),
      player_id: playerId,
      from_at: from,
      to_at: to,
      posting_before: span.before,
      last_posting: span.last,
      csv_note: signStatement(statementOf('csv', csv), signer),
      json_note: signStatement(statementOf('json', json), signer),
      receipt,
      issued_at: clock.now(),
      issued_by: order.operatorId ?? null,
    }
    if (!(await insertStatement(tx, made))) return undefined
    if (order.operatorId !== undefined)
      await parts.audit(tx, {
        operatorId: order.operatorId,
        action: 'statement.issue',
        subject: playerId,
        text: `Issued a signed statement from ${from.toJSON()} until before ${to.toJSON()}`,
        before: null,
        after: { statement: made.id, entries: count },
      })
    return made
  })
  // A concurrent order for the same period was first.
  return replyOf(row ?? required(await findStatement(db.kysely, order), 'the statement of the span'))
}

function checkSpan({ from, to }: StatementOrder, now: Date) {
  const lengthMs = to.getTime() - from.getTime()
  if (lengthMs <= 0 || lengthMs > statementRules.mostDays * dayMs || to > now) throw new Refusal('statement_span')
  const waitS = statementRules.settledAfterS - (now.getTime() - to.getTime()) / 1_000
  if (waitS > 0) throw pending(Math.ceil(waitS))
}

const pending = (seconds: number) => new Refusal('receipt_pending', { data: { retry_after_s: seconds } })

async function currencyOf(db: Db, playerId: string): Promise<string> {
  const wallet = await db
    .selectFrom('ledger.wallets')
    .select('currency')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  if (!wallet) throw new Refusal('not_found')
  return wallet.currency
}
