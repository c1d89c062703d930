import { sql } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import type { Movement } from '@dhow/contract/receipts'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { KeysOfLines } from './parts.ts'

/** Suffixes of the posting keys of a line, by kind; a credit may also have paid a debt. */
const stepsOf: Record<string, { prefix: string; steps: readonly string[] }> = {
  dep: { prefix: 'deposit', steps: ['', ':debt', ':reversal'] },
  wd: {
    prefix: 'withdrawal',
    steps: [':hold', ':release', ':sent', ':failed', ':failed:debt', ':returned', ':returned:debt', ':paid'],
  },
  bon: { prefix: 'bonus', steps: [':grant', ':end', ':end:debt', ':back'] },
}

interface MovementRow {
  key: string
  id: bigint
  reason: string
  happened_at: Date
  cash: bigint | null
  bonus: bigint | null
  hold: bigint | null
  in_play: bigint | null
  leaf: bigint | null
}

/**
 * Movements of a player's money by the lines of their histories, each by posting id. Other players' lines, missing ones
 * and those without movements are all omitted.
 */
export async function readMovements(
  db: Db,
  keysOfLines: KeysOfLines,
  playerId: string,
  ids: readonly string[],
): Promise<Map<string, Movement[]>> {
  const lineOf = new Map<string, string>()
  for (const [id, keys] of await keysOf(keysOfLines, playerId, ids)) for (const key of keys) lineOf.set(key, id)
  const movements = new Map<string, Movement[]>()
  for (const row of await readRows(db, playerId, [...lineOf.keys()])) {
    const id = lineOf.get(row.key) ?? ''
    movements.set(id, [...(movements.get(id) ?? []), movementOf(row)])
  }
  return movements
}

/** Movements of one line. @throws Refusal `not_found` if there are none */
export async function readMovementsOf(db: Db, keysOfLines: KeysOfLines, playerId: string, id: string) {
  const movements = (await readMovements(db, keysOfLines, playerId, [id])).get(id)
  if (!movements) throw new Refusal('not_found')
  return movements
}

async function keysOf(keysOfLines: KeysOfLines, playerId: string, ids: readonly string[]) {
  const keys = new Map<string, string[]>()
  const others = new Map<keyof KeysOfLines, string[]>([
    ['rounds', []],
    ['payments', []],
  ])
  for (const id of ids) {
    const known = stepsOf[id.split('_')[0] ?? '']
    if (known)
      keys.set(
        id,
        known.steps.map((step) => `${known.prefix}:${id}${step}`),
      )
    else others.get(id.startsWith('rnd_') ? 'rounds' : 'payments')?.push(id)
  }
  for (const [kind, asked] of others)
    if (asked.length > 0) for (const [id, found] of await keysOfLines[kind](playerId, asked)) keys.set(id, found)
  return keys
}

/**
 * The player's postings with these keys. A posting's entry is in the last batch of the log that begins at or before it.
 */
async function readRows(db: Db, playerId: string, keys: readonly string[]): Promise<MovementRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<MovementRow>`
    select posting.key, posting.id, posting.reason, posting.happened_at, moved.*, logged.leaf
    from ledger.postings posting
    cross join lateral (
      select sum(signed) filter (where account = 'cash')::bigint as cash, sum(signed) filter (where account = 'bonus')::bigint as bonus,
        sum(signed) filter (where account = 'hold')::bigint as hold, sum(signed) filter (where account = 'in_play')::bigint as in_play
      from ledger.transfers transfer
      cross join lateral (values (debit, -amount_minor), (credit, amount_minor)) as side (account, signed)
      where transfer.posting_id = posting.id
    ) as moved
    left join lateral (
      select first_leaf + array_position(posting_ids, posting.id) - 1 as leaf from receipts.batch
      where log = 'players' and first_posting <= posting.id order by first_posting desc limit 1
    ) as logged on true
    where posting.key = any(${keys}::text[]) and posting.player_id = ${playerId} order by posting.id`.execute(db)
  return rows
}

/** Positions of postings in the log, for those that have one. */
export async function readPlaces(db: Db, postings: readonly bigint[]): Promise<Map<bigint, number>> {
  if (postings.length === 0) return new Map()
  const { rows } = await sql<{ id: bigint; leaf: bigint }>`
    select asked.id, logged.leaf from unnest(${postings.map(String)}::bigint[]) as asked (id)
    cross join lateral (
      select first_leaf + array_position(posting_ids, asked.id) - 1 as leaf from receipts.batch
      where log = 'players' and first_posting <= asked.id order by first_posting desc limit 1
    ) as logged
    where logged.leaf is not null`.execute(db)
  return new Map(rows.map(({ id, leaf }) => [id, Number(leaf)]))
}

function movementOf({ id, reason, happened_at, cash, bonus, hold, in_play, leaf }: MovementRow): Movement {
  const change: Movement['change'] = {}
  for (const [balance, minor] of Object.entries({ cash, bonus, hold, in_play } as const))
    if (minor !== null && minor !== 0n) Object.assign(change, { [balance]: formatDecimal(minor) })
  return {
    ...{ posting: String(id), reason, at: happened_at.toJSON(), change },
    place: leaf === null ? null : Number(leaf),
  }
}
