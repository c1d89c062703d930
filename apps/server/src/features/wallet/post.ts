import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RefusalCode } from '@dhow/contract/refusals'
import { formatDecimal } from '@dhow/contract/money'
import type { AccountRef, Balances, Posted, Posting } from './accounts.ts'
import { required } from '../../platform/required.ts'

/** Result of `ledger.post`: `ok` or the name of the refusal. */
export interface PostOutcome {
  outcome: 'ok' | RefusalCode
  posting: bigint | null
  replayed: boolean
  after: (bigint | string | null)[] | null
}

/** Writes one posting in the caller's transaction: one round trip. */
export async function post(tx: Tx, posting: Posting): Promise<Posted> {
  const { rows } = await sql<PostOutcome>`select * from ledger.post(
    ${posting.key}, ${contentHash(posting)}, ${posting.reason}, ${posting.reference ?? null}, ${posting.happenedAt},
    ${posting.playerId ?? null}, ${posting.currency},
    ${posting.lines.map((line) => accountName(line.debit))}::text[],
    ${posting.lines.map((line) => accountName(line.credit))}::text[],
    ${posting.lines.map((line) => line.amountMinor.toString())}::bigint[]
  )`.execute(tx)
  return postedOrRefused(required(rows[0], 'the outcome of a posting'))
}

/** Writes postings of many players in one round trip; answers are in the order of the postings. */
export async function postGroup(db: Db, postings: Posting[]): Promise<PostOutcome[]> {
  const items = postings.map((posting) => ({
    key: posting.key,
    hash: contentHash(posting).toString('hex'),
    reason: posting.reason,
    reference: posting.reference ?? null,
    happened_at: posting.happenedAt.toISOString(),
    player: posting.playerId ?? null,
    currency: posting.currency,
    debits: posting.lines.map((line) => accountName(line.debit)),
    credits: posting.lines.map((line) => accountName(line.credit)),
    amounts: posting.lines.map((line) => line.amountMinor.toString()),
  }))
  const { rows } =
    await sql<PostOutcome>`select * from ledger.post_group(${JSON.stringify(items)}::jsonb) order by place`.execute(db)
  return rows
}

/** @throws Refusal with the outcome as its code; `insufficient_funds` has the current balance */
export function postedOrRefused({ outcome, posting, replayed, after }: PostOutcome): Posted {
  const balances = balancesOf(after)
  if (outcome !== 'ok') {
    const data =
      outcome === 'insufficient_funds' && balances ? { balance: formatDecimal(balances.cashMinor) } : undefined
    throw new Refusal(outcome, data ? { data } : {})
  }
  return { postingId: required(posting, 'the id of a posting'), replayed, balances }
}

export function balancesOf(after: PostOutcome['after']): Balances | undefined {
  const [cash, bonus, hold, inPlay] = after ?? []
  if (cash === null || cash === undefined) return undefined
  return {
    cashMinor: BigInt(cash),
    bonusMinor: BigInt(required(bonus, 'the bonus balance')),
    heldMinor: BigInt(required(hold, 'the held balance')),
    inPlayMinor: BigInt(required(inPlay, 'the balance in play')),
  }
}

/** Name of an account in the ledger: `cash`, `bank_detail:2`. */
function accountName(ref: AccountRef): string {
  if ('player' in ref) return ref.player
  return ref.ref === undefined ? ref.house : `${ref.house}:${ref.ref}`
}

/** Content bound to a key, without the time: a retry of an action is the same action. */
function contentHash(posting: Posting): Buffer {
  const { reason, reference, playerId, currency, lines } = posting
  const content = [
    reason,
    reference ?? null,
    playerId ?? null,
    currency,
    lines.map((line) => [accountName(line.debit), accountName(line.credit), line.amountMinor.toString()]),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}
