import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { normalMobile } from './mobile.ts'
import type { PlayerRow } from './tables.ts'

export type FoundBy = 'id' | 'name' | 'spelling' | 'mobile' | 'deposit_code' | 'device'

export interface FoundPlayer {
  player: PlayerRow
  by: FoundBy
}

/** Names that are compared with the search for misspellings. */
const maxCandidates = 200
/** Digits needed to search by the end of a number. */
const endOfNumber = 4

/**
 * Finds players by id, deposit code, number, name, device or misspelt name, best match first. Each search uses an index
 * and has a limit, so it takes as long with a million players as with few.
 * @param seesNumbers whether the end of a number finds its player; otherwise only the whole number does, so that nobody
 * learns a number by guessing digit by digit
 */
export async function findPlayersBy(
  db: Db,
  text: string,
  { limit, seesNumbers }: { limit: number; seesNumbers: boolean },
): Promise<FoundPlayer[]> {
  const found = new Map<string, FoundPlayer>()
  const look = async (by: FoundBy, where: RawBuilder<boolean>, order: RawBuilder<unknown> = sql`id desc`) => {
    if (found.size >= limit) return
    const rows = await db.selectFrom('accounts.player').selectAll().where(where).orderBy(order).limit(limit).execute()
    for (const player of rows) if (!found.has(player.id)) found.set(player.id, { player, by })
  }
  await look('id', sql`id = ${text}`)
  await look('deposit_code', sql`deposit_code = ${text.toUpperCase()}`)
  await look('mobile', matchesMobile(text, seesNumbers))
  const name = text.toLowerCase()
  await look('name', sql`lower(player_name) = ${name}`)
  await look('name', sql`lower(player_name) like ${`${escaped(name)}%`}`, sql`lower(player_name) using ~<~`)
  if (/^[\w-]{16,}$/.test(text))
    await look('device', sql`id in (select player_id from accounts.player_session where device_id = ${text})`)
  if (found.size < limit && /[a-z0-9]/i.test(text)) for (const one of await findSimilarNames(db, text)) keep(one)
  return [...found.values()].slice(0, limit)

  function keep(player: PlayerRow) {
    if (!found.has(player.id)) found.set(player.id, { player, by: 'spelling' })
  }
}

function matchesMobile(text: string, seesNumbers: boolean): RawBuilder<boolean> {
  if (!/^\+?[\d\s()-]+$/.test(text)) return sql`false`
  const whole = (['NA', 'IN'] as const).flatMap((market) => normalMobile(text, market) ?? [])
  if (whole.length > 0) return sql`mobile in (${sql.join(whole)})`
  const digits = text.replace(/\D/g, '')
  if (!seesNumbers || digits.length < endOfNumber) return sql`false`
  return sql`reverse(mobile) like ${`${[...digits].toReversed().join('')}%`}`
}

/** Names that share a key with the search, nearest first. */
async function findSimilarNames(db: Db, text: string): Promise<PlayerRow[]> {
  const rows = await db
    .selectFrom('accounts.player')
    .selectAll()
    .where(sql<boolean>`accounts.name_keys(player_name) && accounts.name_keys(${text})`)
    .limit(maxCandidates)
    .execute()
  const typed = wordsOf(text)
  const distance = ({ player_name }: PlayerRow) =>
    Math.min(...wordsOf(player_name).flatMap((word) => typed.map((one) => edits(word, one))))
  return rows
    .map((row) => ({ row, far: distance(row) }))
    .toSorted((one, other) => one.far - other.far || (one.row.player_name < other.row.player_name ? -1 : 1))
    .map(({ row }) => row)
}

/** Words as `accounts.name_keys` splits them, without the misspellings. */
const wordsOf = (text: string): string[] => [
  text.toLowerCase().replace(/[^a-z0-9]/g, ''),
  ...text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(({ length }) => length >= 3),
]

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Levenshtein distance: insertions, deletions and substitutions. */
export function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1]
    for (const [left, its] of [...other].entries())
      next.push(Math.min((next[left] ?? 0) + 1, (row[left + 1] ?? 0) + 1, (row[left] ?? 0) + (letter === its ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
