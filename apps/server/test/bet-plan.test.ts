import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from './engines.ts'
import { seatOf } from './game-seat.ts'
import { openWorld, type World } from './world.ts'

/** Plans of everything that `gateway.apply_group` runs, including the ledger's functions, as logged by PostgreSQL. */
describe.runIf(testEngine === 'postgres')('the database’s plans of a group of calls', () => {
  let world: World
  let client: pg.Client
  const players: string[] = []
  const plans: string[] = []

  beforeAll(async () => {
    world = await openWorld()
    for (let index = 0; index < 6; index++) {
      const player = await world.player({ balance: '100.00' })
      await (await seatOf(world, player)).bet(1_000, `planned-${index}`)
      players.push(player.id)
    }
    client = new pg.Client({ connectionString: world.url! })
    await client.connect()
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_level = notice; set client_min_messages = notice; set role dhow_app`)
    client.on('notice', ({ message }) => plans.push(message ?? ''))
  })
  afterAll(async () => {
    await client.end()
    await world.close()
  })

  /** Applies bets of these players and other calls in one group, and rolls back. */
  async function applied(bettors: string[], rest: object[]): Promise<string[]> {
    const { rows: sessions } = await client.query<{ id: string; player_id: string }>(
      'select id, player_id from gateway.game_session',
    )
    const sessionOf = (player: string) => sessions.find(({ player_id }) => player_id === player)?.id
    const same = (text: string) => bettors.map(() => text)
    plans.length = 0
    await client.query('begin')
    const { rows } = await client.query<{ code: string }>(
      'select * from gateway.apply_group($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
      [
        world.clock.now(),
        players,
        same('dhow-studio'),
        bettors.map((player) => `next-${player}`),
        bettors,
        bettors.map(sessionOf),
        bettors.map((player) => `next-${player}`),
        same('game_dhow'),
        same('NAD'),
        same('1000'),
        bettors.map((player) => Buffer.from(player)),
        bettors.map((player) => `rnd_${player}`),
        rest.length === 0 ? null : JSON.stringify(rest),
      ],
    )
    await client.query('rollback')
    return rows.map(({ code }) => code)
  }
  const winOf = (player: string, index: number) => ({
    ...{ kind: 'win', provider: 'dhow-studio', tx: `won-${index}`, ref: `planned-${index}`, player, session: null },
    ...{
      round: `planned-${index}`,
      game: 'game_dhow',
      currency: 'NAD',
      amount: '500',
      win: '0',
      hash: '00',
      row: `w${index}`,
    },
  })

  it.each([
    ['a lone bet', 1, 0],
    ['bets together', 3, 0],
    ['a lone win', 0, 1],
    ['wins together', 0, 6],
  ])('of %s look up by an index in every table', async (_what, bets, wins) => {
    const codes = await applied(players.slice(0, bets), players.slice(0, wins).map(winOf))
    expect(codes).toEqual(Array.from({ length: bets + wins }, () => 'ok'))
    const all = plans.join('\n')
    // Every kind of plan must occur, or the check means little.
    expect(all).toMatch(/Insert on posting/)
    expect(all).toMatch(/LockRows/)
    expect([...all.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table)).toEqual([])
  })
})
