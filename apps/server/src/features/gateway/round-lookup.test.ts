import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

/** A call's cost must not grow with its player's history, even on tables that were never analysed. */
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const apart = 30

it('a call reads only its own round, not its player’s others', async () => {
  const player = await world.player({ balance: '1000.00' })
  const session = `gs_${player.id}`
  await sql`insert into gateway.game_session (id, provider_code, player_id, game_id, currency, launch_expires_at, opened_at)
    values (${session}, 'dhow-studio', ${player.id}, 'game_dhow', 'NAD', now(), now())`.execute(world.db.kysely)
  // One transaction, in which the database counts its own reads exactly.
  await world.db.kysely.transaction().execute(async (tx) => {
    const roundsRead = async () => {
      const { rows } = await sql<{ read: bigint }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'game_round'`.execute(
        tx,
      )
      return Number(rows[0]!.read)
    }
    const read = async (run: () => Promise<unknown>) => {
      const before = await roundsRead()
      await run()
      return (await roundsRead()) - before
    }
    const apply = async (kind: 'bet' | 'win', name: string, round: string, via: 'group' | 'alone') => {
      const { rows } = await tx.executeQuery<{ code: string }>(
        via === 'group'
          ? CompiledQuery.raw(
              `select code from gateway.apply_group($1, array[$2], '{dhow-studio}', array[$3], array[$2], array[$4], array[$5], '{game_dhow}',
                 '{NAD}', '{100}', array[sha256(convert_to($3, 'UTF8'))], array['rnd_' || $3], null)`,
              [world.clock.now(), player.id, name, session, round],
            )
          : CompiledQuery.raw(
              `select code from gateway.apply($6, 'dhow-studio', $3, case $6 when 'win' then replace($3, 'win', 'bet') end, $2, $4, $5, 'game_dhow',
                 'NAD', 100, 0, sha256(convert_to($3, 'UTF8')), 'rnd_' || $3, $1)`,
              [world.clock.now(), player.id, name, session, round, kind],
            ),
      )
      expect(rows).toEqual([{ code: 'ok' }])
    }
    /** A round with every call that looks it up: two bets of a group, a single one, and a win. */
    const play = async (round: string) => [
      await read(() => apply('bet', `${round}-first-bet`, round, 'group')),
      await read(() => apply('bet', `${round}-second-bet`, round, 'group')),
      await read(() => apply('bet', `${round}-third-bet`, round, 'alone')),
      await read(() => apply('win', `${round}-third-win`, round, 'alone')),
    ]
    const first = await play('round-0')
    for (let round = 1; round < apart; round++) await play(`round-${round}`)
    expect(await play(`round-${apart}`)).toEqual(first)
  })
})
