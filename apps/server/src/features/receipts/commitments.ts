import { entryWord } from '@dhow/receipts/entry'
import { formatCommitment, formatCommitmentProof, type Commitment } from '@dhow/receipts/commitment'
import { formatTlogProof } from '@dhow/receipts/tlog-proof'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ReceiptsParts } from './parts.ts'
import { readBestHead } from './read-head.ts'
import { readInclusion } from './read-proofs.ts'
import { addRecord } from './records.ts'

/** Identifies a provider's commitment. */
export type CommitmentName = Pick<Commitment, 'provider' | 'game' | 'name'>

const kind = 'commitment'
const keyOf = ({ provider, game, name }: CommitmentName) => [provider, game, name].map(entryWord).join('/')

const recordsOf = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('receipts.record')
    .select(['key', 'text', 'leaf'])
    .where('kind', '=', kind)
    .where('key', 'in', [...keys])
    .execute()

/**
 * Adds providers' commitments to the log, and returns their positions once a signed head covers all of them. A repeat
 * returns the first positions.
 * @throws Refusal `commitment_differs` if a name already has another commitment; then none is added
 */
export function openCommitments({ platform: { db, clock } }: ReceiptsParts, sequenceRecords: () => Promise<number>) {
  /** The next sequencer run that has not read the records yet; waiting calls share it. */
  let next: Promise<number> | undefined
  let running: Promise<unknown> = Promise.resolve()
  const sequence = () => {
    next ??= running.then(() => {
      next = undefined
      const run = sequenceRecords()
      running = run.catch(() => undefined)
      return run
    })
    return next
  }

  return async function commit(commitments: readonly Commitment[]): Promise<number[]> {
    const wanted = commitments.map((one) => ({ key: keyOf(one), text: textOf(one) }))
    await db.transaction(async (tx) => {
      // Insert in sorted order, so that two calls with the same names do not deadlock.
      for (const { key, text } of wanted.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
        await addRecord(tx, { kind, key, text }, clock.now())
      const known = new Map((await recordsOf(tx, keysOf(wanted))).map(({ key, text }) => [key, text]))
      if (wanted.some(({ key, text }) => known.get(key) !== text)) throw new Refusal('commitment_differs')
    })
    for (;;) {
      const rows = await recordsOf(db.kysely, keysOf(wanted))
      const places = new Map(rows.flatMap(({ key, leaf }) => (leaf === null ? [] : [[key, Number(leaf)] as const])))
      const found = wanted.flatMap(({ key }) => places.get(key) ?? [])
      if (found.length === wanted.length) return found
      await sequence()
    }
  }
}

const keysOf = (wanted: readonly { key: string }[]) => wanted.map(({ key }) => key)

function textOf({ provider, game, name, hash, chain }: Commitment): string {
  return formatCommitment({
    ...{ provider: entryWord(provider), game: entryWord(game), name: entryWord(name), hash },
    ...(chain ? { chain: { ...chain, salt: entryWord(chain.salt) } } : {}),
  })
}

/** Proof that a commitment is in the log. @throws Refusal `not_found`, and `receipt_pending` before it is there */
export async function readCommitmentProof(db: Db, name: CommitmentName): Promise<{ text: string; place: number }> {
  const [record] = await recordsOf(db, [keyOf(name)])
  if (!record) throw new Refusal('not_found')
  const head = record.leaf === null ? undefined : await readBestHead(db, 'players', Number(record.leaf))
  if (!head || record.leaf === null) throw new Refusal('receipt_pending', { data: { retry_after_s: 1 } })
  const index = Number(record.leaf)
  const hashes = await readInclusion(db, 'players', index, head.size)
  const proof = formatTlogProof({ index, hashes, checkpoint: head.checkpoint })
  return { text: formatCommitmentProof(record.text, proof), place: index }
}
