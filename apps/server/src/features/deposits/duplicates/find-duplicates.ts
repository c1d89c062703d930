import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/index.ts'
import { isDuplicate } from './compare.ts'
import { keysOf, searchKeysOf } from './keys.ts'
import type { Line } from './lines.ts'
import { sketchOf, type Sketch } from './sketch.ts'

/** A key shared by this many screenshots is a label of some layout and no evidence. */
const commonFrom = 32
/** The screenshots with the most rare lines in common are compared directly, at most this many. */
const maxCompared = 6

/** Stores the lines of a screenshot under their keys, unless these are common. */
export async function storeLines(tx: Tx, proofId: string, lines: readonly Line[]): Promise<void> {
  const keys = [...new Set(lines.flatMap(keysOf))]
  await sql`
    insert into deposits.proof_line (key, proof_id)
    select given, ${proofId} from unnest(${keys}::integer[]) as given
    where (select count(*) from (select from deposits.proof_line other where other.key = given limit ${commonFrom}) as holders) < ${commonFrom}
    on conflict do nothing`.execute(tx)
}

/** A stored screenshot. */
export interface Proof {
  id: string
  deposit_id: string
  file: string
  sha256: Buffer
}

/** Other deposits’ screenshots that share rare lines with this one, most similar first. */
export async function findCandidates(
  db: Db,
  { id, deposit_id: depositId, sha256 }: Omit<Proof, 'file'>,
  lines: readonly Line[],
): Promise<Proof[]> {
  const searched = lines.map(searchKeysOf)
  const holders = await findKeyHolders(
    db,
    searched.flatMap((ways) => ways.map(({ key }) => key)),
  )
  // Keys near that of a label belong to the same label, read less clearly.
  const isCommon = (key: number) => (holders.get(key)?.length ?? 0) >= commonFrom
  const rare = searched.map((ways) => ways.filter(({ key }) => !isCommon(key)))
  const others = await findKeyHolders(
    db,
    rare.flatMap((ways) => ways.flatMap((way) => way.others)),
  )
  const scores = new Map<string, number>()
  for (const ways of rare) {
    const ofLine = new Map<string, number>()
    for (const key of ways.flatMap((way) => [way.key, ...way.others])) {
      const proofs = holders.get(key) ?? others.get(key) ?? []
      if (proofs.length >= commonFrom) continue
      for (const proof of proofs) ofLine.set(proof, Math.max(ofLine.get(proof) ?? 0, 1 / proofs.length))
    }
    for (const [proof, score] of ofLine) scores.set(proof, (scores.get(proof) ?? 0) + score)
  }
  scores.delete(id)
  const nearest = [...scores].sort((a, b) => b[1] - a[1]).slice(0, 4 * maxCompared)
  if (nearest.length === 0) return []
  const rows = await db
    .selectFrom('deposits.proof')
    .select(['id', 'deposit_id', 'file', 'sha256'])
    .where(
      'id',
      'in',
      nearest.map(([proof]) => proof),
    )
    .where('deposit_id', '<>', depositId)
    // An identical file is found by its hash.
    .where('sha256', '<>', sha256)
    .execute()
  return rows.sort((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0)).slice(0, maxCompared)
}

/** Screenshots stored under each of these keys. */
async function findKeyHolders(db: Db, keys: readonly number[]): Promise<Map<number, string[]>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: number; proofs: string[] }>`
    select key, array_agg(proof_id) as proofs from deposits.proof_line where key = any(${[...new Set(keys)]}::integer[]) group by key`.execute(
    db,
  )
  return new Map(rows.map(({ key, proofs }) => [key, proofs]))
}

/** Those of these screenshots that are copies or the original of the same picture. */
export async function duplicatesAmong(
  sketch: Sketch,
  candidates: readonly Proof[],
  read: (file: string) => Promise<Buffer | undefined>,
): Promise<Proof[]> {
  const duplicates: Proof[] = []
  for (const candidate of candidates) {
    const bytes = await read(candidate.file)
    if (bytes && isDuplicate(sketch, await sketchOf(bytes))) duplicates.push(candidate)
  }
  return duplicates
}
