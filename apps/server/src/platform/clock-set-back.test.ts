import { afterAll, beforeAll, expect, it } from 'vitest'
import { seatOf } from '../../test/game-seat.ts'
import { openWorld, type World } from '../../test/world.ts'

const minute = 60_000
const hour = 60 * minute
const requestsPerMinute = 40
let world: World
beforeAll(async () => {
  world = await openWorld({ REQUESTS_PER_MINUTE: String(requestsPerMinute) }, { withoutJobs: true })
})
afterAll(() => world.close())

it('bets and wins go on when the clock is set back, and are counted', async () => {
  const player = await world.player({ balance: '50.00' })
  const seat = await seatOf(world, player)
  expect((await seat.bet(100, 'before')).code).toBe('ok')
  world.clock.leap(-hour)
  expect(await seat.bet(100, 'after')).toMatchObject({ status: 200, code: 'ok' })
  expect(await seat.win('before', 150)).toMatchObject({ status: 200, code: 'ok' })
  expect(await seat.win('after', 0)).toMatchObject({ status: 200, code: 'ok' })
  expect((await world.balance(player.id)).cashMinor).toBe(4_950n)
  expect(world.app.features.gateway.ceilings.bets.last(60)).toBe(2)
})

it('an address over its requests is served a minute later, even if the clock is set back', async () => {
  const visitor = world.visitor()
  const ask = async () => (await visitor.get('/portal-info')).status
  for (let n = 0; n < requestsPerMinute; n++) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
  world.clock.leap(-hour)
  expect(await ask()).toBe(429)
  world.clock.leap(minute)
  expect(await ask()).toBe(200)
})

it('a locked sign-in opens after its half hour, however far the clock is set back', async () => {
  const player = await world.player()
  const stranger = world.visitor()
  const signIn = (password: string) => stranger.post('/login', { mobile: player.mobile, password })
  for (let n = 0; n < 5; n++) expect((await signIn('wrong')).status).toBe(401)
  expect((await signIn(player.password)).json.code).toBe('sign_in_locked')
  world.clock.leap(-5 * hour)
  const locked = await signIn(player.password)
  // The tries before it still count, for one window from now at the most.
  expect([locked.status, locked.json.code]).toEqual([429, 'sign_in_locked'])
  expect(Number(locked.headers['retry-after'])).toBe(1_800)
  world.clock.leap(30 * minute)
  expect((await signIn(player.password)).status).toBe(200)
})

it('the pause before the next code is no longer than before, however far the clock is set back', async () => {
  const player = await world.player()
  const send = () => player.post('/authentication-otp-send', { type: 'close_account' })
  expect((await send()).status).toBe(200)
  world.clock.leap(-5 * hour)
  const early = await send()
  expect([early.status, early.json.code]).toEqual([429, 'otp_too_soon'])
  expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(120)
  world.clock.leap(2 * minute)
  expect((await send()).status).toBe(200)
})
