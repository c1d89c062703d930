import { sha256, toHex } from '@dhow/fairness/sha256'
import { randomBytes } from 'node:crypto'
import type { Query } from '../platform/db.ts'
import { keyFor, seal, unseal } from '../platform/seal.ts'
import { itemAt } from '../item-at.ts'

/**
 * Pre-committed chain of round hashes, computed from a secret seed to its end. The end and the salt are public before the first round, and rounds use
 * the hashes from the end backwards. Every `every`-th hash is stored encrypted, so that any round's hash is found within milliseconds.
 */
export interface Chain {
  id: string
  salt: string
  length: number
  endHash: string
  /** Hash of round `number`, 1 to `length`. */
  hashAt(number: number): string
}

interface ChainRow {
  id: string
  salt: string
  length: number
  end_hash: string
  every: number
  sealed: string
}

const every = 10_000
const stretch = 20_000
/** The next chain is made when one part in this many of the current one is left. */
const prepareAtPart = 20

export interface RequestedChain {
  /** The game; each has its own chains. */
  game: string
  length: number
  salt: string | undefined
}

/** Public part of a chain, published before its first round. */
export interface PublicChain {
  id: string
  end_hash: string
  salt: string
  length: number
}

/** Unfinished chains, oldest first: the current one, and the next. */
const unplayed = `from chains where game = $1
  and not exists (select from rounds where chain = chains.id and number = chains.length and phase in ('over', 'void'))
  and not exists (select from table_rounds where chain = chains.id and number = chains.length and phase = 'settled')
  order by created_at, id`

/** Opens the game's current chain, or a new one. Yields to other work between chunks by `yieldToEventLoop`. */
export async function openChain(
  db: Query,
  key: Buffer,
  wanted: RequestedChain,
  yieldToEventLoop: () => Promise<void>,
): Promise<Chain> {
  const rows = await db.query<ChainRow>(`select * ${unplayed} limit 1`, [wanted.game])
  const row = rows[0] ?? (await makeChain(db, key, wanted, yieldToEventLoop))
  if (row.salt === '')
    throw new Error(`The chain ${row.id} waits for its salt: npm run -s chain -- salt ${wanted.game} TEXT`)
  return readChain(row, key)
}

/** Public part of every chain, oldest first; a missing salt is null. */
export async function listChains(db: Query) {
  const rows = await db.query<ChainRow & { game: string }>('select * from chains order by created_at, id')
  return rows.map(({ id, game, length, end_hash, salt }) => ({ id, game, length, end_hash, salt: salt || null }))
}

/** Public commitments: the game's current chain, and the next one, if made. */
export async function publishedChains(db: Query, game: string): Promise<PublicChain[]> {
  return db.query<PublicChain>(`select id, end_hash, salt, length ${unplayed} limit 2`, [game])
}

/** Public part of a chain by id. */
export async function publicChain(db: Query, id: string): Promise<PublicChain> {
  const rows = await db.query<PublicChain>('select id, end_hash, salt, length from chains where id = $1', [id])
  if (!rows[0]) throw new Error(`there is no chain ${id}`)
  return rows[0]
}

/** Makes the next chain, so that its end and salt are public well before its first round. */
export async function prepareNext(
  db: Query,
  key: Buffer,
  wanted: RequestedChain,
  yieldToEventLoop: () => Promise<void>,
): Promise<void> {
  const [now, next] = await publishedChains(db, wanted.game)
  if (!now || next || (await countRoundsLeft(db, wanted.game)) > now.length / prepareAtPart) return
  await makeChain(db, key, wanted, yieldToEventLoop)
}

/** Number of rounds left on the game's newest chain. */
export async function countRoundsLeft(db: Query, game: string): Promise<number> {
  const rows = await db.query<{ left: number }>(
    `select chains.length - greatest(
       coalesce((select max(number) from rounds where chain = chains.id), 0),
       coalesce((select max(number) from table_rounds where chain = chains.id), 0)) as left
     from chains where game = $1 order by created_at desc, id desc limit 1`,
    [game],
  )
  return rows[0]?.left ?? 0
}

/** Sets the missing salt of the game's newest chain; a salt is never changed. */
export async function saltChain(db: Query, game: string, salt: string): Promise<void> {
  if (salt.trim() === '') throw new RangeError('the salt must not be empty')
  const rows = await db.query(`update chains set salt = $2 where game = $1 and salt = '' returning id`, [game, salt])
  if (rows.length === 0) throw new Error(`There is no chain of ${game} without a salt.`)
}

/**
 * Makes a chain and commits to it. The order matters: first the end, then the salt, from independent randomness.
 * @param yieldToEventLoop called between chunks with the number of hashes made so far
 */
export async function makeChain(
  db: Query,
  key: Buffer,
  { game, length, salt }: RequestedChain,
  yieldToEventLoop: (made: number) => Promise<void>,
): Promise<ChainRow> {
  let hash: Uint8Array = randomBytes(32)
  const kept: Uint8Array[] = []
  for (let index = 0; index < length; index++) {
    if (index % every === 0) kept.push(hash)
    if (index % stretch === stretch - 1) await yieldToEventLoop(index + 1)
    hash = sha256(hash)
  }
  const counted = await db.query<{ count: bigint }>('select count(*) as count from chains where game = $1', [game])
  const row: ChainRow = {
    id: `${game}-${Number(itemAt(counted, 0).count) + 1}`,
    salt: salt ?? randomBytes(32).toString('hex'),
    length,
    end_hash: toHex(hash),
    every,
    sealed: seal(Buffer.concat(kept), key),
  }
  await db.query(
    'insert into chains (id, game, salt, length, end_hash, every, sealed) values ($1, $2, $3, $4, $5, $6, $7)',
    [row.id, game, row.salt, row.length, row.end_hash, row.every, row.sealed],
  )
  return row
}

function readChain(row: ChainRow, key: Buffer): Chain {
  const kept = unsealChain(row.sealed, key)
  let segment = -1
  let hashes: Uint8Array[] = []
  return {
    id: row.id,
    salt: row.salt,
    length: row.length,
    endHash: row.end_hash,
    hashAt(number) {
      const index = row.length - number
      if (number < 1 || index < 0) throw new RangeError(`round ${number} is not on the chain`)
      const wanted = Math.floor(index / row.every)
      if (wanted !== segment) {
        hashes = [kept.subarray(wanted * 32, wanted * 32 + 32)]
        while (hashes.length < row.every) hashes.push(sha256(itemAt(hashes, hashes.length - 1)))
        segment = wanted
      }
      return toHex(itemAt(hashes, index % row.every))
    },
  }
}

/** Derives the 32-byte key of the chains from the studio's secret. */
export const chainKey = (secret: string): Buffer => keyFor('chain', secret)

function unsealChain(text: string, key: Buffer): Buffer {
  try {
    return unseal(text, key)
  } catch (error) {
    throw new Error('The chain was encrypted with another secret (STUDIO_SECRET or chain.key).', { cause: error })
  }
}
