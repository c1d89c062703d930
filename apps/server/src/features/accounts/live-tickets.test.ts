import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { livePath } from '@dhow/contract/operation'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { defaultSettings } from '../portal/settings.ts'

/** Tickets of the live stream, over real sockets. */

let world: World
let address: string
beforeAll(async () => {
  world = await openWorld({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'X-Country' })
  const { fastify } = world.app.portal
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  address = `ws://127.0.0.1:${(fastify.server.address() as AddressInfo).port}${livePath}`
})
afterAll(() => world.close())
const open: WebSocket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await expect.poll(() => world.platform.live.connections()).toBe(0)
})

const markOf = (playerId: string) => createHash('sha256').update(playerId).digest().subarray(0, 8)

type Player = Awaited<ReturnType<World['player']>>
const refused = { closed: 4002 }
const ask = async (player: Player) => (await player.post('/player/live-ticket')).json.ticket as string

/** Opens a socket with this ticket; returns it with its first event, or the close code. */
async function begin(ticket: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(address, { headers })
  open.push(socket)
  await once(socket, 'open')
  const first = new Promise<Record<string, unknown>>((resolve) => {
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString())))
    socket.once('close', (closed) => resolve({ closed }))
  })
  socket.send(JSON.stringify({ ticket }))
  return { socket, first: await first }
}
const show = async (ticket: string, headers?: Record<string, string>) => (await begin(ticket, headers)).first

/** Ticket that a player received in a stream that was then cut. */
async function cutOff(player: Player) {
  const { socket, first } = await begin(await ask(player))
  socket.terminate()
  return first['ticket'] as string
}

describe('the first message of a stream', () => {
  it('contains the ticket of the next stream, and so on, without a call', async () => {
    const player = await world.player({ balance: '12.00' })
    let ticket = await ask(player)
    const seen = new Set([ticket])
    for (let stream = 0; stream < 3; stream++) {
      const hello = await show(ticket)
      expect(hello).toMatchObject({ type: 'hello', seq: 0, chips: '12.00', unread: expect.any(Number) })
      ticket = hello['ticket'] as string
      seen.add(ticket)
    }
    expect(seen.size).toBe(4)
  })

  it('contains a ticket of the same session: another device is unaffected when this one is signed out', async () => {
    const player = await world.player()
    const other = world.visitor()
    const login = { mobile: player.mobile, password: player.password }
    await other.post('/login', login)
    const otp = await world.inbox.code(player.mobile)
    const second = await other.post('/authentication-otp-verify', { otp, mobile: player.mobile, type: 'login' })
    other.use(second.json.token)
    const here = await cutOff(player)
    const { ticket: there } = await show((await other.post('/player/live-ticket')).json.ticket)
    await player.post('/player/logout')
    expect(await show(here)).toEqual(refused)
    expect(await show(there as string)).toMatchObject({ type: 'hello' })
  })
})

describe('a ticket', () => {
  it.each([
    ['asked for', ask],
    ['of a stream', cutOff],
  ])('%s is good once, also of several shown at once', async (_name, ticketOf) => {
    const ticket = await ticketOf(await world.player())
    const answers = await Promise.all([1, 2, 3].map(() => show(ticket)))
    expect(answers.filter(({ type }) => type === 'hello')).toHaveLength(1)
    expect(answers.filter(({ closed }) => closed === 4002)).toHaveLength(2)
    expect(await show(ticket)).toEqual(refused)
  })

  it('that was forged or changed is refused', async () => {
    const ticket = await cutOff(await world.player())
    const last = ticket.at(-1) === 'A' ? 'Q' : 'A'
    for (const wrong of ['', 'none', ticket.slice(0, -1) + last, ticket.toUpperCase()])
      expect(await show(wrong)).toEqual(refused)
    expect(await show(ticket)).toMatchObject({ type: 'hello' })
  })

  it('opens its own player’s stream among many in one statement, and only one if it is sent twice', async () => {
    const { sessions } = world.app.features.accounts
    const players = await Promise.all([1, 2, 3, 4].map(() => world.player()))
    const [a, b, c, d] = await Promise.all(players.map(cutOff))
    const shown = ['none', d!, a!, 'none', c!, a!, b!]
    const admitted = await Promise.all(shown.map((ticket) => sessions.redeemTicket(ticket)))
    const [first, second, third, fourth] = players.map(({ id }) => id)
    const ids = admitted.map((admission) => admission?.playerId)
    expect([ids[0], ids[1], ids[3], ids[4], ids[6]]).toEqual([undefined, fourth, undefined, third, second])
    expect([ids[2], ids[5]].filter((id) => id !== undefined)).toEqual([first])
    const next = await show(admitted[4]!.next)
    expect(next).toMatchObject({ type: 'hello' })
    expect([...world.platform.live.playerMarks()]).toEqual([...markOf(third!)])
  })

  it('from a call expires after 30 seconds, one from a stream after twelve hours', async () => {
    const player = await world.player()
    const [early, late] = [await ask(player), await ask(player)]
    world.clock.leap(29_999)
    expect(await show(early)).toMatchObject({ type: 'hello' })
    world.clock.leap(1)
    expect(await show(late)).toEqual(refused)
    // Otherwise the session itself would expire.
    await world.app.features.portal.change({ session: { idle_hours: 24, absolute_days: 30 } })
    const [kept, lost] = [await cutOff(player), await cutOff(player)]
    world.clock.leap(12 * 3_600_000 - 1)
    expect(await show(kept)).toMatchObject({ type: 'hello' })
    world.clock.leap(1)
    expect(await show(lost)).toEqual(refused)
    await world.app.features.portal.change({ session: defaultSettings('sandbox').session })
  })

  it.each([
    ['signed out', (player: Player) => player.post('/player/logout')],
    ['signed out everywhere', (player: Player) => player.post('/player/logout-everywhere')],
    [
      'been suspended',
      (player: Player) => world.db.transaction((tx) => world.app.features.accounts.setActive(tx, player.id, false)),
    ],
  ])('is refused to a player who has %s since', async (_name, end) => {
    const player = await world.player()
    const [asked, ahead] = [await ask(player), await cutOff(player)]
    await end(player)
    expect([await show(asked), await show(ahead)]).toEqual([refused, refused])
  })

  it.each([
    [
      'signed out',
      (id: string) =>
        world.db.kysely
          .updateTable('accounts.player_session')
          .set({ ended_at: world.clock.now() })
          .where('player_id', '=', id),
    ],
    [
      'suspended',
      (id: string) => world.db.kysely.updateTable('accounts.player').set({ active: false }).where('id', '=', id),
    ],
  ])('opens nothing for a player who is %s in the moment in which it is used', async (_name, end) => {
    const player = await world.player({ balance: '5.00' })
    const ticket = await cutOff(player)
    const { sessions } = world.app.features.accounts
    const { redeemTicket } = sessions
    const redeemed = vi.spyOn(sessions, 'redeemTicket').mockImplementation(async (shown) => {
      const admission = await redeemTicket(shown)
      // Ended by another server, without a message.
      await end(player.id).execute()
      return admission
    })
    const { socket, first } = await begin(ticket)
    redeemed.mockRestore()
    expect(first).toEqual({ type: 'hello', seq: 0 })
    expect((await once(socket, 'close'))[0]).toBe(4001)
  })

  it('is refused once the session is idle for too long or too old', async () => {
    const player = await world.player()
    const { portal } = world.app.features
    const session = { idle_hours: 1, absolute_days: 30 }
    await portal.change({ session })
    const idle = await cutOff(player)
    world.clock.leap(3_600_001)
    expect(await show(idle)).toEqual(refused)

    const other = await world.player()
    world.clock.leap(30 * 60_000)
    const old = await cutOff(other)
    await portal.change({ session: { idle_hours: 1, absolute_days: 0.01 } })
    expect(await show(old)).toEqual(refused)
    await portal.change({ session: defaultSettings('sandbox').session })
  })

  it('is refused if the country was restricted meanwhile, or the portal closed', async () => {
    const { portal } = world.app.features
    const [travelled, closed, open] = await Promise.all([1, 2, 3].map(async () => cutOff(await world.player())))
    await portal.change({ countries: { restricted: ['ZA'], unknown: 'allow' } })
    expect(await show(travelled!, { 'x-country': 'ZA' })).toEqual(refused)
    expect(await show(open!, { 'x-country': 'NA' })).toMatchObject({ type: 'hello' })
    await portal.change({ countries: defaultSettings('sandbox').countries })
    const { portal: isOpen } = defaultSettings('sandbox')
    await portal.change({ portal: { ...isOpen, open: false } })
    expect(await show(closed!)).toEqual(refused)
    await portal.change({ portal: isOpen })
  })
})

it('concurrent tickets share one statement, and so do the first messages of their streams', async () => {
  const { sessions } = world.app.features.accounts
  const player = await world.player()
  const session = await sessions.check(player.token()!)
  const asked = vi.spyOn(world.db.kysely.getExecutor(), 'provideConnection')
  const many = <Answer>(work: () => Promise<Answer>) => Promise.all(Array.from({ length: 100 }, work))
  const tickets = await many(() => sessions.ticket(session))
  const admissions = await Promise.all(tickets.map((ticket) => sessions.redeemTicket(ticket)))
  const open = await many(() => sessions.isOpen(session.sessionId))
  expect(new Set(admissions.map((admission) => admission?.next)).size).toBe(100)
  expect(admissions.every((admission) => admission?.playerId === player.id)).toBe(true)
  expect(open.every(Boolean)).toBe(true)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(3 * 4)
  asked.mockRestore()
})

it('expired tickets are deleted', async () => {
  const player = await world.player()
  await cutOff(player)
  const left = async () =>
    (await world.db.kysely.selectFrom('accounts.live_ticket').selectAll().where('player_id', '=', player.id).execute())
      .length
  world.clock.leap(12 * 3_600_000 - 60_000)
  await world.app.features.accounts.sweep()
  expect(await left()).toBe(1)
  world.clock.leap(60_001)
  await world.app.features.accounts.sweep()
  expect(await left()).toBe(0)
})
