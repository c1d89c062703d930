import { sha256, bytesOfText, toHex } from '@dhow/fairness/sha256'
import { randomBytes } from 'node:crypto'
import { seal, unseal } from '../platform/seal.ts'
import type { Query, Tx } from '../platform/db.ts'
import type { SeedsView } from './messages.ts'
import { itemAt } from '../item-at.ts'

/**
 * Pairs of seeds of a player in a game. The next server seed is committed to before its client seed is chosen, and revealed only when the player has
 * rotated to the next pair.
 */
export interface Pair {
  id: string
  serverSeed: string
  commitment: string
  clientSeed: string
  nonce: number
  isRevealed: boolean
}

interface PairRow {
  id: string
  sealed: string
  commitment: string
  client_seed: string | null
  nonce: number
  state: 'next' | 'active' | 'revealed'
}

const columns = 'id, sealed, commitment, client_seed, nonce, state'

/** Seeds as shown to the player; commits to a next server seed if there is none. */
export async function seedsOf(db: Query, key: Buffer, player: string, game: string, nowMs: number): Promise<SeedsView> {
  const rows = await db.query<PairRow>(
    `(select ${columns} from seed_pairs where player = $1 and game = $2 and state <> 'revealed')
     union all
     (select ${columns} from seed_pairs where player = $1 and game = $2 and state = 'revealed'
      order by changed_ms desc limit 1)`,
    [player, game],
  )
  const next = rows.find((row) => row.state === 'next')
  const active = rows.find((row) => row.state === 'active')
  const last = rows.find((row) => row.state === 'revealed')
  return {
    next: next?.commitment ?? (await commitNext(db, key, player, game, nowMs)),
    active: active ? { ...shown(active), commitment: active.commitment } : null,
    last: last ? { ...shown(last), commitment: last.commitment, serverSeed: open(last, key) } : null,
  }
}

/** Commits to a new server seed; of two at once the first wins. */
async function commitNext(db: Query, key: Buffer, player: string, game: string, nowMs: number): Promise<string> {
  const serverSeed = randomBytes(32).toString('hex')
  const rows = await db.query<{ commitment: string }>(
    `insert into seed_pairs (id, player, game, sealed, commitment, state, changed_ms)
     values ($1, $2, $3, $4, $5, 'next', $6)
     on conflict (player, game) where state = 'next' do update set state = 'next'
     returning commitment`,
    [
      `pair_${randomBytes(9).toString('hex')}`,
      player,
      game,
      seal(Buffer.from(serverSeed), key),
      commitmentOf(serverSeed),
      Math.round(nowMs),
    ],
  )
  return itemAt(rows, 0).commitment
}

/**
 * Rotates from the active pair to the next, with a client seed of the player's. The request names the commitment that the player saw, so that a repeat
 * changes nothing.
 */
export async function rotatePair(
  tx: Tx,
  player: string,
  game: string,
  wanted: { commitment: string; clientSeed: string },
  nowMs: number,
): Promise<'ok' | 'seeds_changed' | 'round_open'> {
  const rows = await tx.query<PairRow>(
    `select ${columns} from seed_pairs where player = $1 and game = $2 and state <> 'revealed' order by id for update`,
    [player, game],
  )
  const next = rows.find((row) => row.state === 'next')
  const active = rows.find((row) => row.state === 'active')
  if (active?.commitment === wanted.commitment && active.client_seed === wanted.clientSeed) return 'ok'
  if (next?.commitment !== wanted.commitment) return 'seeds_changed'
  if (active) {
    // Revealing the server seed would expose an open round's hidden part.
    const open = await tx.query(
      `select 1 from instant_rounds where pair = $1 and state in ('intent', 'open', 'rolling') limit 1`,
      [active.id],
    )
    if (open.length > 0) return 'round_open'
    await tx.query(`update seed_pairs set state = 'revealed', changed_ms = $2 where id = $1`, [
      active.id,
      Math.round(nowMs),
    ])
  }
  await tx.query(`update seed_pairs set state = 'active', client_seed = $2, changed_ms = $3 where id = $1`, [
    next.id,
    wanted.clientSeed,
    Math.round(nowMs),
  ])
  return 'ok'
}

/** The player's next pair for the public log: name, hash, and whether it is logged. */
export async function nextPair(db: Query, player: string, game: string) {
  const rows = await db.query<{ id: string; commitment: string; is_committed: boolean }>(
    `select id, commitment, is_committed from seed_pairs where player = $1 and game = $2 and state = 'next'`,
    [player, game],
  )
  return rows[0]
}

export async function markCommitted(db: Query, pair: string): Promise<void> {
  await db.query('update seed_pairs set is_committed = true where id = $1', [pair])
}

/** Locks the active pair, to place the player's next round of this game. */
export async function lockActivePair(tx: Tx, player: string, game: string): Promise<{ id: string } | undefined> {
  const rows = await tx.query<{ id: string }>(
    `select id from seed_pairs where player = $1 and game = $2 and state = 'active' for update`,
    [player, game],
  )
  return rows[0]
}

/** Takes the next nonce of a locked pair. */
export async function takeNonce(tx: Tx, pair: string): Promise<number> {
  const rows = await tx.query<{ nonce: number }>(
    `update seed_pairs set nonce = nonce + 1 where id = $1 and state = 'active' returning nonce - 1 as nonce`,
    [pair],
  )
  if (!rows[0]) throw new Error(`the pair ${pair} is not active`)
  return rows[0].nonce
}

export async function findPair(db: Query, key: Buffer, id: string): Promise<Pair> {
  const rows = await db.query<PairRow>(`select ${columns} from seed_pairs where id = $1`, [id])
  const row = rows[0]
  if (!row) throw new Error(`the pair ${id} is missing`)
  return {
    ...shown(row),
    id,
    commitment: row.commitment,
    serverSeed: open(row, key),
    isRevealed: row.state === 'revealed',
  }
}

/** SHA-256 of the server seed as text, as players check it. */
export const commitmentOf = (serverSeed: string): string => toHex(sha256(bytesOfText(serverSeed)))

const open = (row: PairRow, key: Buffer): string => unseal(row.sealed, key).toString('utf8')
const shown = ({ client_seed, nonce }: PairRow) => ({ clientSeed: client_seed ?? '', nonce })
