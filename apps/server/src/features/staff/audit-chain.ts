import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

/** Advisory lock of sealing, the same number on all servers. */
const lockKey = 7_305_221
const batch = 500
/** How far before the newest seals entries committed late are searched. */
const recheckedEntries = 1_000
const recheckMs = 3_600_000
/** Prefix of each hashed entry: distinguishes it from other hashes, and this format from later ones. */
const prefix = Buffer.from([0x02, 0x01])

interface Sealed {
  id: string
  at: Date
  operator_id: string | null
  action: string
  subject: string
  text: string
  before: unknown
  after: unknown
}

export interface SealedEntry {
  /** Counts from 1. */
  position: bigint
  /** Previous seal in hexadecimal digits; undefined for the first entry. */
  previous: string | undefined
  /** JSON in one line with sorted keys. */
  text: string
}

export interface ChainCheck {
  checkedAt: Date | null
  /** Undefined before the first check. */
  isWhole: boolean | undefined
  entries: number
  head: string | undefined
  /** The first entry that differs from its seal. */
  brokenAt: string | undefined
}

/** Seal of an entry: SHA-256 over the previous seal and the entry in canonical form (sorted keys, as in RFC 8785). */
export function sealOf(previous: Buffer | undefined, entry: Sealed): Buffer {
  return createHash('sha256')
    .update(prefix)
    .update(previous ?? Buffer.alloc(32))
    .update(textOf(entry))
    .digest()
}

const textOf = (entry: Sealed): string => canonical({ ...entry, at: entry.at.toISOString() })

/** Seals the audit trail after its writers, and verifies all of it from time to time. */
export function openAuditChain({ db, clock, log }: Platform) {
  let check: ChainCheck = { checkedAt: null, isWhole: undefined, entries: 0, head: undefined, brokenAt: undefined }

  /** Seals unsealed entries; `all` searches the whole trail for entries committed late. Returns how many. */
  async function seal(all = false): Promise<number> {
    let count = 0
    for (;;) {
      const sealed = await db.transaction((tx) => sealBatch(tx, clock.now(), all))
      count += sealed
      if (sealed < batch) return count
    }
  }

  /**
   * Verifies the whole chain and returns where it first differs; the head is logged, because logs are stored elsewhere.
   */
  async function verify(): Promise<ChainCheck> {
    await seal(true)
    let position = 0n
    let previous: Buffer | undefined
    let brokenAt: string | undefined
    for (;;) {
      const rows = await page(db.kysely, position)
      for (const row of rows) {
        const { position: at, hash, entry_id, ...entry } = row
        const expected = entry.id === null ? undefined : sealOf(previous, entry as Sealed)
        if (at !== position + 1n || !expected?.equals(Buffer.from(hash))) brokenAt ??= entry_id
        position = at
        previous = Buffer.from(hash)
        if (position === BigInt(check.entries) && check.head !== previous.toString('hex')) brokenAt ??= entry_id
      }
      if (rows.length < batch) break
    }
    // Compare with the state an hour ago: a truncated chain would verify too.
    if (position < BigInt(check.entries)) brokenAt ??= `position ${position + 1n}`
    const head = previous?.toString('hex')
    check = { checkedAt: clock.now(), isWhole: brokenAt === undefined, entries: Number(position), head, brokenAt }
    if (brokenAt === undefined) log.info({ head, entries: check.entries }, 'the audit trail is intact')
    else log.fatal({ brokenAt, head }, 'the audit trail was changed')
    return check
  }

  /**
   * An entry in canonical form with its position and the previous seal; undefined before it is sealed, and if there is
   * none.
   */
  async function read(entryId: string): Promise<SealedEntry | undefined> {
    const [row] = await db.kysely
      .selectFrom('staff.audit_seal as seal')
      .innerJoin('staff.audit_entry as entry', 'entry.id', 'seal.entry_id')
      .leftJoin('staff.audit_seal as before', (join) =>
        join.on((eb) => eb('before.position', '=', eb('seal.position', '-', 1n))),
      )
      .selectAll('entry')
      .select(['seal.position', 'before.hash as previous'])
      .where('entry.id', '=', entryId)
      .execute()
    if (!row) return undefined
    const { position, previous, ...entry } = row
    return { position, previous: previous?.toString('hex'), text: textOf(entry) }
  }

  return {
    seal,
    verify,
    read,
    check: () => check,
    /** Run of the job: seals, and verifies everything each hour. */
    async turn() {
      const { checkedAt } = check
      if (checkedAt === null || clock.now().getTime() - checkedAt.getTime() >= recheckMs) await verify()
      else await seal()
    },
  }
}

/** Seals up to `batch` unsealed entries, among the newest or in the whole trail. Returns how many. */
async function sealBatch(tx: Tx, at: Date, isWhole: boolean): Promise<number> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const last = await tx
    .selectFrom('staff.audit_seal')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const since = isWhole ? undefined : await firstUnsealedSearch(tx)
  const rows = await tx
    .selectFrom('staff.audit_entry as entry')
    .selectAll('entry')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('staff.audit_seal').select('position').whereRef('staff.audit_seal.entry_id', '=', 'entry.id'),
        ),
      ),
    )
    .where((eb) => (since === undefined ? eb.lit(true) : eb('entry.id', '>', since)))
    .orderBy('entry.id')
    .limit(batch)
    .execute()
  let position = last?.position ?? 0n
  let previous: Buffer | undefined = last?.hash
  const seals = rows.map((row) => {
    const hash = sealOf(previous, row)
    previous = hash
    return { position: ++position, entry_id: row.id, hash, sealed_at: at }
  })
  if (seals.length > 0) await tx.insertInto('staff.audit_seal').values(seals).execute()
  return seals.length
}

/** Id after which unsealed entries are searched. */
async function firstUnsealedSearch(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ since: string | null }>`
    select min(entry_id) as since from (select entry_id from staff.audit_seal order by position desc limit ${recheckedEntries}) newest`.execute(
    db,
  )
  return rows[0]?.since ?? undefined
}

const page = (db: Db, after: bigint) =>
  db
    .selectFrom('staff.audit_seal as seal')
    .leftJoin('staff.audit_entry as entry', 'entry.id', 'seal.entry_id')
    .selectAll('entry')
    .select(['seal.position', 'seal.hash', 'seal.entry_id'])
    .where('seal.position', '>', after)
    .orderBy('seal.position')
    .limit(batch)
    .execute()

/** JSON with sorted keys, so that equal content has one text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined)
  pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}
