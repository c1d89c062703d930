import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Providers whose protocol does not report a lost bet. */
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const hourMs = 3_600_000
const speaks = (adapter: string) =>
  sql`update catalog.game_provider set adapter = ${adapter} where code = 'dhow-studio'`.execute(world.db.kysely)
const settle = () => world.app.features.gateway.settleSilentBets()

/** Runs the job while the provider's protocol is one that does not report lost bets. */
async function settleUnreportedBets() {
  await speaks('spribe')
  await settle()
  await speaks('dhow')
}

const booksOf = async (player: { id: string }) => {
  const { cashMinor, inPlayMinor } = await world.balance(player.id)
  return { cashMinor, inPlayMinor }
}

it('settles any number of bets without a result for a day as lost; a later win is still paid', async () => {
  // More than one batch of the job.
  const many = 510
  const player = await world.player({ balance: '100.00' })
  const gameSeat = await seatOf(world, player)
  const ok = expect.objectContaining({ code: 'ok' })
  for (let count = 0; count < many; count++) expect(await gameSeat.bet(10, `old-${count}`)).toEqual(ok)
  expect(await gameSeat.bet(200, 'back')).toEqual(ok)
  expect(await gameSeat.rollback('back')).toEqual(ok)
  expect(await gameSeat.play(300, 700)).toEqual(ok)
  await world.clock.advance(2 * hourMs)
  expect(await gameSeat.bet(50, 'young')).toEqual(ok)
  const open = { cashMinor: 10_000n - 5_100n + 400n - 50n, inPlayMinor: 5_150n }
  expect(await booksOf(player)).toEqual(open)

  await settleUnreportedBets()
  expect(await booksOf(player)).toEqual(open)

  await world.clock.advance(23 * hourMs)
  await settle()
  // The Dhow protocol reports every end, so none of its bets counts as lost.
  expect(await booksOf(player)).toEqual(open)

  await settleUnreportedBets()
  const settled = { cashMinor: open.cashMinor, inPlayMinor: 50n }
  expect(await booksOf(player)).toEqual(settled)
  await settleUnreportedBets()
  expect(await booksOf(player)).toEqual(settled)

  expect(await gameSeat.win('old-7', 900)).toEqual(ok)
  expect(await booksOf(player)).toEqual({ ...settled, cashMinor: settled.cashMinor + 900n })
})
