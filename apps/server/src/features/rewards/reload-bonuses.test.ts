import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { givenMinor } from './bonus-terms.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // Rounds return their stake here, so that balances do not change; wagering.test.ts tests how such rounds count.
  await world.db.kysely.deleteFrom('rewards.wagering_return').execute()
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const dayMs = 86_400_000
const welcome = 'rule_sandbox_welcome_na'
const reload = 'rule_sandbox_reload_na'
const cashback = 'rule_sandbox_cashback_na'
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const claim = (player: Player, rule: string) => player.post(`/player/bonuses/${rule}/claim`)
const claimed = async (player: Player, rule = welcome) => {
  const answer = await claim(player, rule)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json.bonus as { id: string; amount: string; required: string }
}
const offer = async (player: Player, rule: string) =>
  (await player.get('/player/bonuses')).json.offers.find((row: { id: string }) => row.id === rule)
const signIn = async (player: Player) =>
  player.browser.use(
    (await player.browser.post('/login', { mobile: player.mobile, password: player.password })).json.token,
  )

describe('a reload bonus', () => {
  it('is for a deposit after the first, once for each, within seven days', async () => {
    const player = await world.player({ balance: '400.00' })
    expect(refusal(await claim(player, reload))).toEqual([409, 'bonus_needs_deposit'])
    await world.fund(player.id, '99.99')
    expect(refusal(await claim(player, reload))).toEqual([409, 'bonus_needs_deposit'])
    await world.fund(player.id, '100.01')
    const first = await claimed(player, reload)
    // 25 % of 100.01, rounded down.
    expect(first.amount).toBe('25.00')
    await player.post(`/player/bonuses/${first.id}/cancel`)
    expect(refusal(await claim(player, reload))).toEqual([409, 'bonus_taken'])
    await world.fund(player.id, '800.00')
    await world.clock.advance(7 * dayMs + 1)
    await signIn(player)
    expect(refusal(await claim(player, reload))).toEqual([409, 'bonus_needs_deposit'])
  })

  it('gives a share that is rounded down and at most the maximum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.bigInt(1n, 10n ** 10n),
        fc.bigInt(-100n, 10n ** 12n),
        (percent, max_minor, ofMinor) => {
          const given = givenMinor({ percent, max_minor }, ofMinor)
          expect(given >= 0n && given <= max_minor).toBe(true)
          expect(given * 100n <= (ofMinor > 0n ? ofMinor : 0n) * BigInt(percent)).toBe(true)
        },
      ),
    )
  })
})

describe('cashback', () => {
  it('gives back a share of the last calendar week’s loss, once, and nothing to a winner', async () => {
    const [loser, winner] = [await world.player({ balance: '900.00' }), await world.player({ balance: '900.00' })]
    const [mine, theirs] = [await seatOf(world, loser), await seatOf(world, winner)]
    await mine.play(20_000, 5_000)
    await mine.bet(10_000)
    await theirs.play(20_000, 25_000)
    expect(await offer(loser, cashback)).toMatchObject({ state: 'needs_play' })
    await world.clock.advance(7 * dayMs)
    await signIn(loser)
    await signIn(winner)
    expect(await offer(loser, cashback)).toMatchObject({ state: 'claimable', amount: '15.00' })
    expect(refusal(await claim(winner, cashback))).toEqual([409, 'bonus_unavailable'])
    const { id } = await claimed(loser, cashback)
    await loser.post(`/player/bonuses/${id}/cancel`)
    expect(refusal(await claim(loser, cashback))).toEqual([409, 'bonus_taken'])
  })
})
