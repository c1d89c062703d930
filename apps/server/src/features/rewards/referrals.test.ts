import { inEnglish } from '../../platform/texts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { addBankAccount } from '../../../test/api-calls.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // Rounds return their stake here, so that balances do not change; wagering.test.ts tests how such rounds count.
  await world.db.kysely.deleteFrom('rewards.wagering_return').execute()
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const referralOf = async (player: Player) => (await player.get('/player/referral')).json
const payDue = () => world.app.features.rewards.referrals.payDue()

/** A player who registers with a code, in a new browser or a given one. */
async function friendOf(
  code: string,
  options: { market?: 'NA' | 'IN'; browser?: Player['browser'] } = {},
): Promise<Player> {
  return world.player({ ...options, referral_code: code })
}
const plays = async (friend: Player, amount: string, stakeMinor: number) => {
  await world.fund(friend.id, amount)
  const seat = await seatOf(world, friend)
  if (stakeMinor > 0) await seat.play(stakeMinor, stakeMinor)
}

describe('a referral', () => {
  it('has a code and a link for each player, and terms with its figures', async () => {
    const [one, two] = [await world.player(), await world.player()]
    const [mine, theirs] = [await referralOf(one), await referralOf(two)]
    expect(mine.code).toMatch(/^[2-9A-Z]{8}$/)
    expect(mine.code).not.toBe(theirs.code)
    expect(mine.link).toBe(`http://localhost:8080/register?ref=${mine.code}`)
    expect(inEnglish(mine.terms.terms[0])).toContain('N$50.00')
    expect(mine.counts).toEqual({ invited: 0, waiting: 0, due: 0, paid: 0, refused: 0 })
  })

  it('is paid after the friend has both deposited and played enough', async () => {
    const player = await world.player()
    const { code } = await referralOf(player)
    const friend = await friendOf(`  ${code.toLowerCase()} `)
    const state = async () => (await referralOf(player)).friends[0].state
    expect(await state()).toBe('registered')
    await world.fund(friend.id, '99.99')
    expect(await state()).toBe('registered')
    await world.fund(friend.id, '0.01')
    expect(await state()).toBe('deposited')
    const seat = await seatOf(world, friend)
    await seat.play(9_999, 9_999)
    await seat.bet(10_000, 'referral-open')
    expect([await state(), await payDue(), (await world.balance(player.id)).cashMinor]).toEqual(['deposited', 0, 0n])
    await seat.win('referral-open', 10_000)
    await seat.play(1, 0)
    expect(await state()).toBe('due')
    const answer = await player.post('/player/referral/claim')
    expect(answer.json).toMatchObject({ paid: 1, amount: '50.00', currency: 'NAD' })
    expect(await referralOf(player)).toMatchObject({
      earned: '50.00',
      counts: { invited: 1, waiting: 0, due: 0, paid: 1 },
      friends: [{ player: `${friend.player_name.slice(0, 2)}•••`, state: 'paid', amount: '50.00' }],
    })
    expect((await player.post('/player/referral/claim')).json).toMatchObject({ paid: 0, amount: '0.00' })
    expect((await world.balance(player.id)).cashMinor).toBe(5_000n)
    expect((await world.balance(friend.id)).bonusMinor).toBe(0n)
  })

  it('is paid automatically, and once under concurrent claims', async () => {
    const player = await world.player()
    const { code } = await referralOf(player)
    const friends = [await friendOf(code), await friendOf(code)]
    for (const friend of friends) await plays(friend, '200.00', 20_000)
    const asked = await Promise.all([
      payDue(),
      payDue(),
      ...[1, 2, 3].map(async () => (await player.post('/player/referral/claim')).json.paid as number),
    ])
    expect(asked.reduce((sum, paid) => sum + paid, 0)).toBe(2)
    expect((await world.balance(player.id)).cashMinor).toBe(10_000n)
  })

  it('from the same device is refused permanently', async () => {
    const player = await world.player()
    const { code } = await referralOf(player)
    const self = await friendOf(code, { browser: player.browser })
    await plays(self, '200.00', 20_000)
    expect(await payDue()).toBe(0)
    player.browser.use(undefined)
    const back = await player.browser.post('/login', { mobile: player.mobile, password: player.password })
    player.browser.use(back.json.token)
    expect(await referralOf(player)).toMatchObject({
      counts: { refused: 1 },
      friends: [{ state: 'refused', amount: null }],
    })
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
  })

  it('with the same payout account is refused', async () => {
    const player = await world.player()
    const { code } = await referralOf(player)
    const friend = await friendOf(code)
    for (const who of [player, friend]) {
      const added = await addBankAccount(world, who, '62007654321')
      expect(added.status).toBe(200)
    }
    await plays(friend, '200.00', 20_000)
    await payDue()
    expect((await referralOf(player)).counts).toMatchObject({ refused: 1, paid: 0 })
  })

  it.each(['NOSUCHCODE', '', "' or 1=1", 'x'.repeat(40)])(
    'with the code %j has no referrer, and the registration succeeds',
    async (code) => {
      const friend = await friendOf(code)
      const rows = await world.db.kysely
        .selectFrom('rewards.referral')
        .selectAll()
        .where('referred_id', '=', friend.id)
        .execute()
      expect(rows).toEqual([])
    },
  )

  it('of another market does not count', async () => {
    const { code } = await referralOf(await world.player())
    const friend = await friendOf(code, { market: 'IN' })
    const rows = await world.db.kysely
      .selectFrom('rewards.referral')
      .selectAll()
      .where('referred_id', '=', friend.id)
      .execute()
    expect(rows).toEqual([])
  })
})
