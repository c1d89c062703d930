import { bytesOfText, sha256, toHex } from '@dhow/fairness/sha256'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openInstantStudio, type Player } from '../testing/instant-studio.ts'
import { gameOf } from './games.ts'
import type { MinesView } from './games/mines.ts'
import type { Answer, Hello, RoundProof, RoundView } from './messages.ts'

/** The one-player games through the studio's real interface: HTTP in, a wallet over HTTP. `http-faults.test.ts` lets the wallet go wrong. */
const studio = openInstantStudio()
const { fastForward, url, post, seat, newId, proofOf, balanceOf, failFirst, rested, opened, pearl } = studio
const { restart, double } = studio

describe('single-step games', () => {
  const single: [string, object][] = [
    ['dice', { side: 'over', mark: 5050 }],
    ['limbo', { target: 200 }],
    ['plinko', { risk: 'low', rows: 8 }],
    ['wheel', { risk: 'medium', segments: 10 }],
    ['keno', { risk: 'low', marked: [3, 7, 21] }],
  ]
  test.each(single)(
    '%s: stake and payout move once, and the proof recomputes the round after the reveal',
    async (game, options) => {
      const player = await seat(game, `p_${game}:INR`)
      const { round, balance } = await player.bet(options)
      expect(round).toMatchObject({ state: 'settled', stake: 1000, nonce: 0 })
      expect(BigInt(balance!)).toBe(10_000_000n - 1000n + BigInt(round!.payout))
      expect(balanceOf(`p_${game}`)).toBe(BigInt(balance!))
      const before = (await proofOf(round!)) as RoundProof
      expect(before.serverSeed).toBeNull()
      const { seeds } = await player.rotate((await player.state()).seeds!.next, 'another-seed')
      expect(seeds!.active).toMatchObject({ clientSeed: 'another-seed', nonce: 0 })
      const proof = (await proofOf(round!)) as RoundProof
      expect(proof).toMatchObject({ clientSeed: 'my-own-seed', nonce: 0, commitment: player.hello.seeds.next })
      expect(toHex(sha256(bytesOfText(proof.serverSeed!)))).toBe(proof.commitment)
      const replayed = gameOf(game)!.play({ ...proof, serverSeed: proof.serverSeed! }, proof.options, [], false)
      expect(replayed).toMatchObject({ multiplier: round!.multiplier, view: round!.view })
    },
  )
  test('a repeated bet, at once and later, is the same round', async () => {
    const player = await seat('dice', 'again:INR')
    const options = { side: 'under', mark: 5000 }
    const id = newId()
    const answers = await Promise.all([1, 2, 3, 4].map(() => player.bet(options, 1000, id)))
    const later = await player.bet(options, 1000, id)
    for (const { code, round } of [...answers, later]) {
      expect(code).toBe('ok')
      expect(round).toEqual(later.round)
    }
    expect([...double().bets.keys()].filter((key) => key.endsWith(id))).toHaveLength(1)
  })
  test('many bets at once get nonces without a gap, one round at a time', async () => {
    const player = await seat('limbo', 'crowd:INR')
    const placed: number[] = []
    while (placed.length < 12) {
      const answers = await Promise.all([1, 2, 3].map(() => player.bet({ target: 150 })))
      for (const { code, round } of answers) {
        if (code === 'ok') placed.push(round!.nonce)
        else expect(code).toBe('round_open')
      }
    }
    expect(placed.sort((a, b) => a - b)).toEqual(placed.map((_, index) => index))
  })
  test('a refused stake leaves no round to prove and no money moved', async () => {
    const player = await seat('dice', 'poor:INR')
    double().balances.set('poor', 500n)
    const { round } = await player.bet({ side: 'over', mark: 5000 })
    expect(round).toMatchObject({ state: 'refused', code: 'insufficient_funds', view: null })
    expect(balanceOf('poor')).toBe(500n)
    expect(await proofOf(round!)).toBe(404)
  })
})

describe('autoplay', () => {
  const options = { side: 'over', mark: 5050 }
  const allowed = { autoplay: { allowed: true, roundMs: 60_000 } }
  const forbidden = { autoplay: { allowed: false, roundMs: 60_000 } }
  const automatic = (player: Player, id = newId(), more: object = options) =>
    player.call('bet', { id, stake: 1000, options: more, automatic: true })
  afterEach(() => {
    double().rules = undefined
  })

  test.each([
    ['the market forbids it', forbidden],
    ['the wallet states no rules', undefined],
  ])('is not offered and its bets are refused if %s; the same bet by hand is accepted', async (why, rules) => {
    double().rules = rules
    const name = `auto_${why.length}`
    const player = await seat('dice', `${name}:INR`)
    expect(player.hello.autoplayMs).toBeNull()
    const id = newId()
    expect(await automatic(player, id)).toEqual({ code: 'autoplay_forbidden' })
    expect([balanceOf(name), (await player.state()).rounds]).toEqual([10_000_000n, []])
    const byHand = await player.bet(options, 1000, id)
    expect(byHand).toMatchObject({ code: 'ok', round: { state: 'settled' } })
    expect(double().bets.get(byHand.round!.id)).not.toHaveProperty('automatic')
  })

  test('is offered if the market allows it, with its time between rounds; a repeated bet keeps its answer', async () => {
    double().rules = allowed
    const player = await seat('dice', 'auto_on:INR')
    expect(player.hello.autoplayMs).toBe(60_000)
    const id = newId()
    const first = await automatic(player, id)
    expect(first).toMatchObject({ code: 'ok', round: { state: 'settled' } })
    expect(await automatic(player)).toEqual({ code: 'autoplay_too_soon' })
    expect((await automatic(player, id)).round).toEqual(first.round)
    expect((await player.state()).rounds).toHaveLength(1)
    expect(double().bets.get(first.round!.id)).toMatchObject({ player: 'auto_on', automatic: true })
    const played = async () => {
      const { code, round } = await automatic(player)
      return code === 'ok' && round
    }
    const later = await fastForward(() => vi.waitUntil(played, { timeout: 20_000, interval: 20 }))
    expect(later).toMatchObject({ state: 'settled', nonce: 1 })
  })

  test('is told to the wallet as such in each call, also where the first answer is lost', async () => {
    double().rules = allowed
    const player = await seat('dice', 'auto_lost:INR')
    failFirst('betwin', 'error_before', 'error_before')
    const { round } = await automatic(player)
    expect((await rested(player, round!.id)).state).toBe('settled')
    expect(double().bets.get(round!.id)).toMatchObject({ automatic: true })
  }, 60_000)

  test('that becomes forbidden ends within seconds for a seated player, and a placed bet stays valid', async () => {
    double().rules = allowed
    const player = await seat('dice', 'auto_off:INR')
    const id = newId()
    const first = await automatic(player, id)
    expect(first.code).toBe('ok')
    double().rules = forbidden
    const isForbidden = async () => (await automatic(player)).code === 'autoplay_forbidden'
    await fastForward(() => vi.waitUntil(isForbidden, { timeout: 20_000, interval: 20 }))
    expect((await automatic(player, id)).round).toEqual(first.round)
    expect((await player.back()).autoplayMs).toBeNull()
  })

  test('is refused for a game with several steps, play money, or an invalid marker', async () => {
    double().rules = allowed
    const diver = await seat('mines', 'auto_mines:INR')
    expect(diver.hello.autoplayMs).toBeNull()
    expect(await automatic(diver, newId(), { mines: 3 })).toEqual({ code: 'autoplay_forbidden' })
    const { body: visitor } = await post<Hello>('hello', { game: 'dice', demo: 'NAD' })
    expect(visitor.autoplayMs).toBeNull()
    const bet = { id: newId(), game: 'dice', stake: 1000, options }
    const authorization = `Bearer ${visitor.resume}`
    expect((await post('bet', { ...bet, automatic: true }, { authorization })).body).toEqual({
      code: 'autoplay_forbidden',
    })
    expect((await post('bet', { ...bet, automatic: 'yes' }, { authorization })).status).toBe(400)
  })
})

describe('free rounds', () => {
  const until = '2030-01-01T00:00:00.000Z'
  const options = { side: 'over', mark: 5050 }
  const grantTo = (name: string, terms: object = {}) => {
    const free = { grant: `frg_${name}`, left: 3, stake: 1000, maxWin: 1500, until, ...terms }
    double().grants.set(name, free)
    return free.grant
  }
  /** Places a bet, and waits for the wallet's answer if it has a round. */
  const betUnder = async (player: Player, grant: string, more: object = {}): Promise<Answer> => {
    const answer = await player.call('bet', { id: newId(), stake: 1000, options, grant, ...more })
    return answer.round ? { ...answer, round: await rested(player, answer.round.id) } : answer
  }
  const paidOf = (round: RoundView) => double().bets.get(round.id)?.paid

  test('take no stake, send their grant to the wallet, and the page gets the number left', async () => {
    const grant = grantTo('free_dice')
    const player = await seat('dice', 'free_dice:INR')
    expect(player.hello.freeRounds).toEqual({ grant, left: 3, stake: 1000, maxWin: 1500 })
    const { round } = await betUnder(player, grant)
    expect(round).toMatchObject({ state: 'settled', stake: 1000, isFree: true })
    expect(balanceOf('free_dice')).toBe(10_000_000n + BigInt(round!.payout))
    expect([...double().bets.values()].filter(({ player: name }) => name === 'free_dice')).toMatchObject([{ grant }])
    expect((await player.state()).freeRounds).toMatchObject({ grant, left: 2 })
  })

  test('pay no more than the grant’s largest win, in single-step games and others', async () => {
    const grant = grantTo('free_most', { left: 1000 })
    const player = await seat('dice', 'free_most:INR')
    let won: RoundView | undefined
    while (!won) {
      const { round } = await betUnder(player, grant)
      if (round!.payout > 0) won = round
    }
    expect([won.payout, won.multiplier > 15_000, paidOf(won)]).toEqual([1500, true, 1500n])

    const deep = grantTo('free_pearl', { left: 1000, maxWin: 1010 })
    const diver = await seat('mines', 'free_pearl:INR')
    for (;;) {
      const { round } = await betUnder(diver, deep, { options: { mines: 1 } })
      const { round: safe } = await diver.sendAction(round!, { place: 12 })
      if ((await rested(diver, safe!.id)).state !== 'open') continue
      const { round: end } = await diver.sendAction(safe!, 'cash_out')
      expect(await rested(diver, end!.id)).toMatchObject({ payout: 1010, multiplier: 10_312 })
      expect(paidOf(end!)).toBe(1010n)
      break
    }
  })

  test('of a wrong grant or stake are refused, with no round and no stake', async () => {
    const grant = grantTo('free_wrong')
    const player = await seat('dice', 'free_wrong:INR')
    const { body: visitor } = await post<Hello>('hello', { game: 'dice', demo: 'INR' })
    const demo = { id: newId(), game: 'dice', stake: 1000, options, grant }
    const answers = [
      await betUnder(player, 'frg_of_somebody'),
      await betUnder(player, grant, { stake: 999 }),
      await betUnder(player, grant, { stake: 1001 }),
      (await post<Answer>('bet', demo, { authorization: `Bearer ${visitor.resume}` })).body,
    ]
    expect(answers).toEqual([1, 2, 3, 4].map(() => ({ code: 'free_rounds_over' })))
    for (const wrong of [{ grant: 5 }, { grant: '' }, { automatic: true }])
      expect(await betUnder(player, grant, wrong)).toEqual({ code: 'malformed' })
    expect((await player.state()).rounds).toEqual([])
    expect(balanceOf('free_wrong')).toBe(10_000_000n)
  })

  test('that the wallet refuses later become refused rounds, which cost nothing', async () => {
    const grant = grantTo('free_late')
    const player = await seat('dice', 'free_late:INR')
    double().fault = (call) => {
      if (call === 'betwin') double().grants.delete('free_late')
      return 'none'
    }
    const { round } = await betUnder(player, grant)
    expect(round).toMatchObject({ state: 'refused', code: 'free_rounds_over', payout: 0 })
    expect(balanceOf('free_late')).toBe(10_000_000n)
  })

  test('repeated are the same round of the grant', async () => {
    const grant = grantTo('free_again')
    const player = await seat('dice', 'free_again:INR')
    const id = newId()
    failFirst('betwin', 'error_after')
    const first = await betUnder(player, grant, { id })
    expect((await betUnder(player, grant, { id })).round).toEqual(first.round)
    expect((await player.state()).freeRounds).toMatchObject({ left: 2 })
    expect(balanceOf('free_again')).toBe(10_000_000n + BigInt(first.round!.payout))
  })
})

describe('mines, action by action', () => {
  test('safe shells raise the value, cashing out pays it, and only then the mines are shown', async () => {
    const player = await seat('mines', 'diver:INR')
    const round = await pearl(player)
    expect(round).toMatchObject({ canCashOut: true, multiplier: 10_312, view: { opened: [12], mines: null } })
    expect(await proofOf(round)).toBe(409)
    const before = balanceOf('diver')
    const { round: end, balance } = await player.sendAction(round, 'cash_out')
    expect(end).toMatchObject({ state: 'settled', payout: 1031, multiplier: 10_312 })
    expect((end!.view as MinesView).mines).toHaveLength(1)
    expect(BigInt(balance!)).toBe(before + 1031n)
  })
  test('a repeated action takes effect once; one from an older state of the round is refused', async () => {
    const player = await seat('mines', 'twice:INR')
    const round = await opened(player, 1)
    const id = newId()
    const answers = await Promise.all([1, 2, 3].map(() => player.sendAction(round, { place: 3 }, id)))
    expect(answers.map((answer) => answer.code)).toEqual(['ok', 'ok', 'ok'])
    expect(answers[1]!.round).toEqual(answers[0]!.round)
    const stale = await player.sendAction(round, { place: 4 })
    expect(['out_of_step', 'round_not_open']).toContain(stale.code)
    expect(stale.round!.step).toBe(1)
    const now = (await player.state()).rounds![0]!
    if (now.state === 'open') await player.sendAction(now, 'cash_out')
  })
  test('no other player can act in a round, and no seeds are revealed while it is open', async () => {
    const player = await seat('mines', 'owner:INR')
    const thief = await seat('mines', 'thief:INR')
    const round = await pearl(player)
    expect((await thief.sendAction(round, 'cash_out')).code).toBe('round_unknown')
    expect((await player.rotate((await player.state()).seeds!.next, 'x')).code).toBe('round_open')
    expect((await player.bet({ mines: 3 })).code).toBe('round_open')
    expect((await player.sendAction(round, { place: 12 })).code).toBe('not_possible')
    expect((await player.sendAction(round, 'cash_out')).round!.state).toBe('settled')
  })
  test('the studio restarts between actions: the round continues from its state', async () => {
    const player = await seat('mines', 'tide:INR')
    const round = await pearl(player)
    await restart()
    const back = await player.back()
    expect(back.rounds[0]).toEqual(round)
    const { round: end } = await player.sendAction(back.rounds[0]!, 'cash_out')
    expect(end).toMatchObject({ state: 'settled', payout: 1031 })
  }, 60_000)
})

test('hi-lo: skip, guess and cash out, and the whole hand is recomputed from the seeds', async () => {
  const player = await seat('hilo', 'cards:INR')
  let { round } = await player.bet({})
  round = (await player.sendAction(round!, { guess: 'skip' })).round
  expect(round).toMatchObject({ state: 'open', canCashOut: false, multiplier: 10_000 })
  const { choices } = round!.view as { choices: { guess: string; multiplier: number }[] }
  const likely = choices.reduce((best, one) => (one.multiplier < best.multiplier ? one : best))
  round = (await player.sendAction(round!, { guess: likely.guess })).round!
  if (round.state === 'open') {
    expect(round).toMatchObject({ canCashOut: true, multiplier: likely.multiplier })
    round = (await player.sendAction(round, 'cash_out')).round!
  }
  expect(round.state).toBe('settled')
  await player.rotate((await player.state()).seeds!.next, 'more')
  const proof = (await proofOf(round)) as RoundProof
  const replayed = gameOf('hilo')!.play(
    { ...proof, serverSeed: proof.serverSeed! },
    {},
    proof.actions,
    proof.isCashedOut,
  )
  expect(replayed).toMatchObject({ isOver: true, multiplier: round.multiplier, view: round.view })
})

test('blackjack: stand and be settled, and the dealer’s hidden card never left the studio before', async () => {
  const player = await seat('blackjack', 'harbour:INR')
  for (let count = 0; count < 4; count++) {
    let { round } = await player.bet({})
    if (round!.state === 'open') {
      expect((round!.view as { dealer: string[] }).dealer).toHaveLength(1)
      expect((await player.sendAction(round!, 'cash_out')).code).toBe('not_possible')
      round = (await player.sendAction(round!, { move: 'stand' })).round
    }
    expect(round).toMatchObject({ state: 'settled' })
    expect([0, 1000, 2000, 2800]).toContain(round!.payout)
  }
})

describe('the API', () => {
  test('unknown callers, other sites and invalid calls are refused', async () => {
    const player = await seat('dice', 'api:INR')
    const authorization = `Bearer ${player.hello.resume}`
    expect((await post('state', { game: 'dice' })).status).toBe(401)
    expect((await post('state', { game: 'dice' }, { authorization: 'Bearer nothing' })).status).toBe(401)
    expect((await post('hello', { game: 'dice', resume: 'nothing' })).status).toBe(401)
    expect((await post('hello', { game: 'chess', token: 'a:INR' })).status).toBe(400)
    expect((await post('state', { game: 'dice' }, { authorization, origin: 'https://elsewhere.example' })).status).toBe(
      403,
    )
    expect((await post('nothing', { game: 'dice' }, { authorization })).status).toBe(404)
    const bet = { id: newId(), game: 'dice', stake: 1000, options: { side: 'over', mark: 5000 } }
    const wrong = [
      { stake: 0 },
      { stake: 1.5 },
      { stake: '1000' },
      { stake: -1000 },
      { id: 'x' },
      { options: {} },
      { game: 'none' },
    ]
    for (const change of wrong) expect((await post('bet', { ...bet, ...change }, { authorization })).status).toBe(400)
    expect((await player.bet(bet.options, 999)).code).toBe('stake_out_of_range')
    expect((await player.rotate('0'.repeat(64), 'seed')).code).toBe('seeds_changed')
    expect((await player.rotate(player.hello.seeds.next, 'with space')).code).toBe('client_seed_invalid')
    const long = await fetch(url('/api/instant/bet'), { method: 'POST', body: 'x'.repeat(5000) })
    expect(long.status).toBe(400)
    expect((await fetch(url('/api/instant/bet'))).status).toBe(405)
  })
  test('play money works the same, without calls to the portal’s wallet', async () => {
    const { body: hello } = await post<Hello>('hello', { game: 'dice', demo: 'NAD' })
    expect(hello).toMatchObject({ demo: true, balance: 100_000, currency: 'NAD' })
    const authorization = `Bearer ${hello.resume}`
    await post('rotate', { game: 'dice', commitment: hello.seeds.next, clientSeed: 'seed' }, { authorization })
    const bet = { id: newId(), game: 'dice', stake: 1000, options: { side: 'over', mark: 5000 } }
    const { body } = await post<Answer>('bet', bet, { authorization })
    expect(body.balance).toBe(100_000 - 1000 + body.round!.payout)
    expect([...double().bets.keys()].filter((key) => key.endsWith(bet.id))).toEqual([])
  })
  test('no server seed leaves the studio before its pair is rotated', async () => {
    const player = await seat('dice', 'secret:INR')
    const { round } = await player.bet({ side: 'over', mark: 5000 })
    const sent = [
      JSON.stringify(await player.state()),
      JSON.stringify(await player.back()),
      JSON.stringify(await proofOf(round!)),
    ]
    const { seeds } = await player.rotate((await player.state()).seeds!.next, 'next')
    const { serverSeed } = seeds!.last!
    expect(serverSeed).toMatch(/^[0-9a-f]{64}$/)
    for (const text of sent) expect(text).not.toContain(serverSeed)
  })
})
