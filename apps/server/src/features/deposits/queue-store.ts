import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { normaliseReference, openStates, waitingStates } from './rules.ts'

/** Counts stop at a thousand and one, which means more: nobody handles more in a day. */
const maxCounted = 1_001
/** If more players than this match a search, their deposits are not searched. */
const maxPlayers = 50
const endedStates = ['approved', 'rejected', 'cancelled', 'expired', 'reversed'] as const

/** Deposits in each state: of ended ones, since `endedSince`. */
export async function countByState(db: Db, endedSince: Date): Promise<Record<string, number>> {
  const counted = [
    ...openStates.map(
      (state) => sql`
        select ${state} as state, count(*)::integer as count
        from (select from deposits.deposit where state = ${sql.lit(state)} limit ${sql.lit(maxCounted)}) as counted`,
    ),
    ...endedStates.map(
      (state) => sql`
        select ${state}, count(*)::integer
        from (
          select from deposits.deposit where state = ${sql.lit(state)} and updated_at > ${endedSince} limit ${sql.lit(maxCounted)}
        ) as counted`,
    ),
  ]
  const { rows } = await sql<{ state: string; count: number }>`${sql.join(counted, sql` union all `)}`.execute(db)
  const counts = Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]))
  return { ...counts, open: waitingStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0) }
}

/**
 * The newest deposits that match a search: beginning or end of a reference, beginning of a player's name or number, end
 * of a number, the player's code, or the deposit's own id. Each uses its own index.
 */
export async function findIds(db: Db, words: string, before: string | undefined, atMost: number): Promise<string[]> {
  const reference = normaliseReference(words)
  const digits = words.replace(/\D/g, '')
  // A number in its national form may have a leading zero.
  const ending = digits.replace(/^0+/, '')
  const starts = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`
  const reversed = (text: string) => starts([...text].reverse().join(''))
  const players = await db
    .selectFrom('accounts.player_card')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(player_name)`, 'like', starts(words.toLowerCase())),
        eb('deposit_code', '=', reference),
        ...(digits.length >= 4 ? [eb('mobile', 'like', starts(`+${digits}`))] : []),
        ...(ending.length >= 4 ? [eb(sql<string>`reverse(mobile)`, 'like', reversed(ending))] : []),
      ]),
    )
    .limit(maxPlayers)
    .execute()
  const page = sql`${before === undefined ? sql`` : sql`and id < ${before}`} order by id desc limit ${sql.lit(atMost)}`
  const looks = [
    sql`(select id from deposits.deposit where id = ${words} ${page})`,
    ...(reference === ''
      ? []
      : [sql`(select id from deposits.deposit where ref_norm like ${starts(reference)} ${page})`]),
    ...(reference.length < 3
      ? []
      : [sql`(select id from deposits.deposit where reverse(ref_norm) like ${reversed(reference)} ${page})`]),
    ...players.map(({ id }) => sql`(select id from deposits.deposit where player_id = ${id} ${page})`),
  ]
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(looks, sql` union `)}) as found order by id desc limit ${sql.lit(atMost)}`.execute(db)
  return rows.map((row) => row.id)
}
