import { renderPlayerText, type PlayerText } from '@dhow/contract/player-texts'
import { inEnglish, playerTexts } from '../../platform/texts.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { progressOf } from './bonus-terms.ts'
import type { BonusRow } from './tables.ts'

let world: World
let boss: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  // Rounds return their stake here, so that balances do not change; wagering.test.ts tests how such rounds count.
  await world.db.kysely.deleteFrom('rewards.wagering_return').execute()
  boss = await world.operator('manager')
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const dayMs = 86_400_000
const welcome = 'rule_sandbox_welcome_na'
const reload = 'rule_sandbox_reload_na'
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const claim = (player: Player, rule: string) => player.post(`/player/bonuses/${rule}/claim`)
const claimed = async (player: Player, rule = welcome) => {
  const answer = await claim(player, rule)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json.bonus as { id: string; amount: string; required: string }
}
const offer = async (player: Player, rule: string) =>
  (await player.get('/player/bonuses')).json.offers.find((row: { id: string }) => row.id === rule)
const bonusOf = async (player: Player) => (await player.get('/player/bonuses')).json.bonuses[0]
const signIn = async (player: Player) =>
  player.browser.use(
    (await player.browser.post('/login', { mobile: player.mobile, password: player.password })).json.token,
  )
const plain = { money: (amount: string) => amount, limit: (amount: string) => amount }
/** Runs the job. */
const settle = () => world.app.features.rewards.bonuses.settleDue()

describe('a welcome bonus', () => {
  it('is public, with terms generated from its figures', async () => {
    const { offers } = (await world.visitor().get('/bonus-offers?market=NA')).json
    const row = offers.find((candidate: { id: string }) => candidate.id === welcome)
    const terms = row.terms.map(inEnglish)
    expect(terms[0]).toBe('We add 100% of your first deposit, up to N$500.00.')
    expect(terms).toContain('Stake 10 times the bonus within 30 days, and it becomes cash.')
    const indian = (await world.visitor().get('/bonus-offers?market=IN')).json.offers
    expect(indian.every((candidate: { market: string }) => candidate.market === 'IN')).toBe(true)
  })

  it('has its title, and the games’ names in its terms, in three languages', async () => {
    const { offers } = (await world.visitor().get('/bonus-offers?market=NA')).json
    const row = offers.find((candidate: { id: string }) => candidate.id === welcome)
    expect(row).toMatchObject({ title: 'Fair wind', titles: { hi: 'अनुकूल हवा', af: 'Gunstige wind' } })
    const texts = (language: 'en' | 'hi' | 'af') =>
      row.terms.map((text: PlayerText) => renderPlayerText(playerTexts[language], text, plain)).join(' ')
    expect(texts('en')).toMatch(/Stakes in Harbour Twenty-One count 20%.*Stakes in Roulette count 50%/)
    expect(texts('hi')).toMatch(/बंदरगाह इक्कीस में दांव 20%.*रूलेट में दांव 50%/)
    expect(texts('af')).toMatch(/Hawe Een-en-twintig tel 20%.*roelet tel 50%/)
    expect(texts('hi') + texts('af')).not.toMatch(/Harbour|Roulette/)
    const given = { kind: 'welcome', market: 'NA', title: 'Monsoon', max_amount: '5', percent: 10 }
    const made = (titles: object) => boss.post('/staff/bonus-rules', { ...given, titles })
    const { rule } = (await made({ hi: ' मानसून ' })).json
    expect(rule.titles).toEqual({ hi: 'मानसून' })
    expect(Object.keys((await made({ af: '' })).json.errors)).toEqual(['titles.af'])
    await boss.post(`/staff/bonus-rules/${rule.id}/stop`, {})
  })

  it('needs a first deposit, credits its share to the bonus account, and does not change cash', async () => {
    const player = await world.player()
    expect(await offer(player, welcome)).toMatchObject({ state: 'needs_deposit', amount: null })
    expect(refusal(await claim(player, welcome))).toEqual([409, 'bonus_needs_deposit'])
    await world.fund(player.id, '120.55')
    expect(await offer(player, welcome)).toMatchObject({ state: 'claimable', amount: '120.55' })
    expect(await claimed(player)).toMatchObject({ amount: '120.55', required: '1205.50' })
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 12_055n, bonusMinor: 12_055n })
    expect((await player.get('/player/profile')).json.player).toMatchObject({ chips: '120.55', bonus: '120.55' })
  })

  it('gives at most its maximum, and nothing for a too small deposit', async () => {
    const [rich, poor] = [await world.player({ balance: '9000.00' }), await world.player({ balance: '49.99' })]
    expect((await claimed(rich)).amount).toBe('500.00')
    expect(refusal(await claim(poor, welcome))).toEqual([409, 'bonus_unavailable'])
    // The first deposit is not repeatable: a second, larger one does not count.
    await world.fund(poor.id, '500.00')
    expect(refusal(await claim(poor, welcome))).toEqual([409, 'bonus_unavailable'])
  })

  it('returns the same bonus if claimed again while active, and is refused after its end', async () => {
    const player = await world.player({ balance: '100.00' })
    const first = await claimed(player)
    const again = await Promise.all(Array.from({ length: 6 }, () => claim(player, welcome)))
    expect(new Set(again.map((answer) => answer.json.bonus?.id))).toEqual(new Set([first.id]))
    expect((await world.balance(player.id)).bonusMinor).toBe(10_000n)
    await player.post(`/player/bonuses/${first.id}/cancel`)
    expect(refusal(await claim(player, welcome))).toEqual([409, 'bonus_taken'])
  })

  it('is given once if claimed concurrently', async () => {
    const player = await world.player({ balance: '100.00' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim(player, welcome)))
    expect(new Set(answers.map((answer) => answer.json.bonus?.id)).size).toBe(1)
    expect((await world.balance(player.id)).bonusMinor).toBe(10_000n)
  })

  it('is given once per device, for any account', async () => {
    const one = await world.player({ balance: '100.00' })
    await claimed(one)
    const mobile = world.newMobile()
    await one.browser.post('/register', {
      player_name: 'second_of_a_device',
      mobile,
      password: one.password,
      market: 'NA',
      accept_terms: true,
    })
    const opened = await one.browser.post('/authentication-otp-verify', {
      otp: await world.inbox.code(mobile),
      mobile,
      type: 'register',
    })
    one.browser.use(opened.json.token)
    await world.fund(opened.json.user.id, '100.00')
    expect(refusal(await claim(one, welcome))).toEqual([409, 'bonus_taken'])
    expect((await world.balance(opened.json.user.id)).bonusMinor).toBe(0n)
  })

  it('of another market, or of none, is not found', async () => {
    const player = await world.player({ balance: '100.00' })
    expect((await claim(player, 'rule_sandbox_welcome_in')).status).toBe(404)
    expect((await claim(player, 'rule_sandbox_referral_na')).status).toBe(404)
    expect((await claim(player, 'nothing')).status).toBe(404)
  })
})

describe('an operator', () => {
  it('creates a rule, sees its results and stops it; active bonuses continue', async () => {
    const made = await boss.post('/staff/bonus-rules', {
      kind: 'reload',
      market: 'NA',
      title: 'At once',
      percent: 50,
      max_amount: '10',
      wager_times: 0,
      ends_in_days: 2,
    })
    expect(made.json.rule).toMatchObject({ state: 'open', claims: 0, wager_times: 0 })
    const { id } = made.json.rule as { id: string }
    const player = await world.player({ balance: '100.00' })
    await world.fund(player.id, '100.00')
    const bonus = await claimed(player, id)
    expect(bonus).toMatchObject({ amount: '10.00', state: 'completed' })
    expect((await world.balance(player.id)).cashMinor).toBe(21_000n)
    const stopped = await boss.post(`/staff/bonus-rules/${id}/stop`)
    expect(stopped.json.rule).toMatchObject({
      state: 'stopped',
      claims: 1,
      given: '10.00',
      converted: '10.00',
      returned: '0.00',
    })
    expect(await offer(player, id)).toBeUndefined()
    await world.fund(player.id, '100.00')
    expect(refusal(await claim(player, id))).toEqual([409, 'bonus_unavailable'])
    const trail = JSON.stringify((await boss.get(`/staff/audit?subject=${id}`)).json)
    expect(trail).toContain('bonus-rule.create')
    expect(trail).toContain('bonus-rule.stop')
  })

  it.each([
    ['a share without a figure', { kind: 'reload' }, 'percent'],
    ['a referral with a share', { kind: 'referral', percent: 5, play_amount: '1', min_deposit: '1' }, 'percent'],
    ['a referral without play', { kind: 'referral', min_deposit: '1' }, 'play_amount'],
    ['a referral without a deposit', { kind: 'referral', play_amount: '1' }, 'min_deposit'],
  ])('cannot make %s', async (_name, rule, field) => {
    const answer = await boss.post('/staff/bonus-rules', { market: 'NA', title: 'Odd', max_amount: '5', ...rule })
    expect([answer.status, answer.json.code, Object.keys(answer.json.errors)]).toEqual([
      422,
      'bonus_rule_invalid',
      [field],
    ])
  })

  it('of another role reads the rules but changes none', async () => {
    const cashier = await world.operator('cashier')
    expect((await cashier.get('/staff/bonus-rules')).status).toBe(200)
    expect(refusal(await cashier.post(`/staff/bonus-rules/${welcome}/stop`))).toEqual([403, 'staff_forbidden'])
  })
})

describe('wagering', () => {
  it('counts stakes of settled rounds, shows progress at once, and turns the bonus into cash at the end', async () => {
    const player = await world.player({ balance: '50.00' })
    const { id } = await claimed(player)
    const seat = await seatOf(world, player)
    for (let round = 0; round < 6; round++) await seat.play(5_000, 5_000)
    expect(await bonusOf(player)).toMatchObject({ id, wagered: '300.00', required: '500.00', progress: 60 })
    await seat.bet(4_000, 'wager-open')
    await seat.bet(1_000, 'wager-back')
    await seat.rollback('wager-back')
    expect(await bonusOf(player)).toMatchObject({ wagered: '300.00', state: 'active' })
    await seat.win('wager-open', 4_000)
    for (let round = 0; round < 3; round++) await seat.betwin(5_000, 5_000)
    await settle()
    expect(await bonusOf(player)).toMatchObject({ wagered: '490.00', progress: 98, state: 'active' })
    await seat.play(1_000, 1_000)
    await settle()
    expect(await bonusOf(player)).toMatchObject({ state: 'completed', progress: 100 })
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 10_000n, bonusMinor: 0n })
    // A repeat changes nothing.
    await settle()
    expect((await world.balance(player.id)).cashMinor).toBe(10_000n)
  })

  it('settled by two processes at once is settled once', async () => {
    const player = await world.player({ balance: '50.00' })
    await claimed(player)
    const seat = await seatOf(world, player)
    for (let round = 0; round < 10; round++) await seat.play(5_000, 5_000)
    await Promise.all([settle(), settle(), settle()])
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 10_000n, bonusMinor: 0n })
  })

  it('not completed in time ends the bonus, and leaves the cash', async () => {
    const player = await world.player({ balance: '100.00' })
    await claimed(player)
    await world.clock.advance(30 * dayMs)
    await settle()
    await signIn(player)
    // The server's own job may have locked the bonus, and then ends it itself.
    await expect.poll(async () => (await bonusOf(player)).state).toBe('expired')
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 10_000n, bonusMinor: 0n })
  })

  it('is shown as complete only when it is', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), (required_minor, wagered_minor) => {
        const progress = progressOf({ required_minor, wagered_minor } as BonusRow)
        expect(progress === 100).toBe(wagered_minor >= required_minor)
      }),
    )
  })
})

describe('an active bonus', () => {
  it('prevents claiming another one, and is given back on request, once', async () => {
    const player = await world.player({ balance: '100.00' })
    const { id } = await claimed(player)
    await world.fund(player.id, '200.00')
    expect(await offer(player, reload)).toMatchObject({ state: 'bonus_running', amount: '50.00' })
    expect(refusal(await claim(player, reload))).toEqual([409, 'bonus_running'])
    const other = await world.player()
    expect((await other.post(`/player/bonuses/${id}/cancel`)).status).toBe(404)
    const cancels = await Promise.all([1, 2, 3].map(() => player.post(`/player/bonuses/${id}/cancel`)))
    expect(cancels.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 30_000n, bonusMinor: 0n })
    expect((await claimed(player, reload)).amount).toBe('50.00')
  })

  it('with complete wagering becomes cash even if it is cancelled', async () => {
    const player = await world.player({ balance: '50.00' })
    const { id } = await claimed(player)
    const seat = await seatOf(world, player)
    for (let round = 0; round < 10; round++) await seat.play(5_000, 5_000)
    const answer = await player.post(`/player/bonuses/${id}/cancel`)
    expect(answer.json.bonus.state).toBe('completed')
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 10_000n, bonusMinor: 0n })
  })

  it('cannot be withdrawn or staked', async () => {
    const player = await world.player({ balance: '60.00' })
    await claimed(player)
    const seat = await seatOf(world, player)
    expect(await seat.bet(6_001)).toMatchObject({ code: 'insufficient_funds', balance: 6_000 })
  })

  it('cannot be claimed during a break', async () => {
    const player = await world.player({ balance: '100.00' })
    await player.post('/player/time-out', { days: 1 })
    expect(refusal(await claim(player, welcome))).toEqual([409, 'bonus_unavailable'])
  })
})
