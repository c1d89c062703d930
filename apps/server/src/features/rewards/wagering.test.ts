import { inEnglish } from '../../platform/texts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const welcome = 'rule_sandbox_welcome_na'
type Player = Awaited<ReturnType<World['player']>>
/** A player in a game, with a bonus of N$100.00 that must be staked ten times. */
async function seated(game = 'dhow') {
  const player = await world.player({ balance: '100.00' })
  await player.post(`/player/bonuses/${welcome}/claim`)
  const { provider, secret } = { provider: 'dhow-studio', secret: world.environment.STUDIO_WALLET_KEY }
  return { player, seat: await seatOf(world, player, { provider, secret, game }) }
}
const wagered = async (player: Player) => (await player.get('/player/bonuses')).json.bonuses[0].wagered

describe('a stake counts towards wagering', () => {
  it.each([
    ['whole where it was lost', 10_000, 0, '100.00'],
    ['whole where it doubled', 10_000, 20_000, '100.00'],
    ['hardly where a bet at 98 in 100 won, which pays 1.01', 10_000, 10_102, '10.00'],
    ['hardly where it came back', 10_000, 10_000, '10.00'],
    ['whole from odds of 1.3 on', 10_000, 13_000, '100.00'],
  ])('%s', async (_what, stake, payout, counts) => {
    const { player, seat } = await seated()
    await seat.play(stake, payout)
    expect(await wagered(player)).toBe(counts)
  })

  it('with a small weight if two bets of one round cover both sides, after both are settled', async () => {
    const { player, seat } = await seated()
    await seat.bet(5_000, 'red-1', 'both-1')
    await seat.bet(5_000, 'black-1', 'both-1')
    await seat.win('red-1', 0, 'both-1')
    expect(await wagered(player)).toBe('0.00')
    await seat.win('black-1', 10_000, 'both-1')
    expect(await wagered(player)).toBe('10.00')
  })

  it('by the weights of its game and category', async () => {
    const [cards, wheel] = [await seated('blackjack'), await seated('roulette')]
    await cards.seat.play(10_000, 0)
    await wheel.seat.play(10_000, 0)
    expect([await wagered(cards.player), await wagered(wheel.player)]).toEqual(['20.00', '50.00'])
  })

  it('as shown in the terms before a claim', async () => {
    const { offers } = (await world.visitor().get('/bonus-offers?market=NA')).json
    const terms = offers.find((offer: { id: string }) => offer.id === welcome).terms.map(inEnglish)
    expect(terms).toContain('Stakes in Harbour Twenty-One count 20%.')
    expect(terms).toContain(
      'A round that returns 75% to 130% of its stake counts 10%: bets on both sides and bets that nearly always win.',
    )
  })
})
