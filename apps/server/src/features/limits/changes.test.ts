import '../accounts/tables.ts'
import './tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Answer, type World } from '../../../test/world.ts'
import { inEnglish } from '../../platform/texts.ts'

/** History of limits, breaks and blocks: made by calls of the portal and the console, read in the player's timeline. */

type Player = Awaited<ReturnType<World['player']>>
const hourMs = 3_600_000
let world: World
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
afterAll(() => world.close())

interface Event {
  id: string
  text: { code: string; params: Record<string, string> }
}
/** Sentences of the timeline, oldest first, as an operator reads them. */
async function eventsOf(player: Player): Promise<Event[]> {
  const reader = await world.operator('manager')
  const { events } = (await reader.get(`/staff/players/${player.id}/timeline?kind=limits`)).json
  return events.toReversed()
}
const sentencesOf = async (player: Player) => (await eventsOf(player)).map(({ text }) => inEnglish(text))
const codesOf = async (player: Player) => (await eventsOf(player)).map(({ text }) => text.code)
const ok = async (answer: Promise<Answer>) => expect((await answer).status).toBe(200)
const set = (player: Player, amount: string | null, kind = 'deposit', period = 'day') =>
  player.put('/player/limits', { kind, period, amount })
const confirm = (player: Player, keep = false) =>
  player.post('/player/limits/confirm', { kind: 'deposit', period: 'day', ...(keep ? { keep } : {}) })
const next = () => world.clock.leap(1_000)
/** A day ends the session, so the player signs in again. */
async function dayLater({ browser, mobile, password }: Player) {
  world.clock.leap(24 * hourMs)
  browser.use(undefined)
  browser.use((await browser.post('/login', { mobile, password })).json.token)
}

describe('the timeline of a player has', () => {
  it('each change of a limit with its former value, and no refused one', async () => {
    const player = await world.player()
    await ok(set(player, '500'))
    next()
    await ok(set(player, '200'))
    next()
    await ok(set(player, '900'))
    next()
    expect((await confirm(player)).json.code).toBe('limit_still_waiting')
    await ok(confirm(player, true))
    next()
    await ok(set(player, '800'))
    await dayLater(player)
    await ok(confirm(player))
    next()
    await ok(set(player, null))
    await dayLater(player)
    await ok(confirm(player))
    expect((await confirm(player)).json.code).toBe('limit_not_pending')
    await ok(set(player, null))
    expect(await sentencesOf(player)).toEqual([
      'The player set the limit of deposits a day to N$500.00.',
      'The player lowered the limit of deposits a day from N$500.00 to N$200.00.',
      'The player asked to raise the limit of deposits a day to N$900.00.',
      'The player kept the limit of deposits a day at N$200.00; no change is waiting.',
      'The player asked to raise the limit of deposits a day to N$800.00.',
      'The player raised the limit of deposits a day from N$200.00 to N$800.00, after the wait.',
      'The player asked to remove the limit of deposits a day.',
      'The player removed the limit of deposits a day, after the wait.',
    ])
  })

  it('breaks and self-exclusion by the player, blocks by the operator with reason and end, and blocks by a rule', async () => {
    const player = await world.player()
    const manager = await world.operator('manager')
    await ok(player.post('/player/time-out', { days: 1 }))
    next()
    const block = (blocked: boolean, reason: string) =>
      manager.post(`/staff/players/${player.id}/play-block`, { blocked, reason })
    await ok(block(true, 'the family asked'))
    await ok(block(true, 'once more'))
    next()
    await ok(block(false, 'a mistake'))
    await ok(block(false, 'once more'))
    next()
    await world.db.transaction((tx) =>
      world.app.features.limits.block(tx, player.id, 'operator', null, 'the register says so'),
    )
    next()
    await ok(player.post('/player/self-exclusion', { months: null, confirm: 'EXCLUDE' }))
    const [first, ...others] = await sentencesOf(player)
    expect(first).toMatch(/^The player took a break until 2026-\d\d-\d\d \d\d:\d\d UTC\.$/)
    expect(others).toEqual([
      `${manager.name} blocked play without an end: the family asked.`,
      `${manager.name} ended the block of play: a mistake.`,
      'A rule blocked play without an end: the register says so.',
      'The player chose self-exclusion without an end.',
    ])
  })

  it('the block of a closed account, and who ended it', async () => {
    const player = await world.player()
    await world.app.features.attempts.forget(world.db.kysely, 'code.', player.mobile)
    await player.post('/authentication-otp-send', { type: 'close_account' })
    await ok(player.post('/player/closing', { otp: await world.inbox.code(player.mobile) }))
    next()
    const manager = await world.operator('manager')
    await ok(manager.post(`/staff/players/${player.id}/reopen`, { reason: 'they called' }))
    expect(await sentencesOf(player)).toEqual([
      'The player closes the account; play and deposits are stopped.',
      `${manager.name} ended the stop of play of a closing account.`,
    ])
  })

  it('limits from before changes were recorded, once, and then their changes', async () => {
    const player = await world.player()
    const at = world.clock.now()
    await sql`insert into limits.player_limit (player_id, kind, period, amount_minor, set_at, asked_at, asked_minor)
      values (${player.id}, 'stake', 'week', 10000, ${at}, ${new Date(at.getTime() + 1_000)}, 20000)`.execute(
      world.db.kysely,
    )
    await sql`insert into limits.play_block (player_id, kind, from_at, until_at, reason)
      values (${player.id}, 'time_out', ${new Date(at.getTime() + 2_000)}, ${new Date(at.getTime() + 3_000)}, '')`.execute(
      world.db.kysely,
    )
    expect(await codesOf(player)).toEqual(['event_limit_set', 'event_limit_raise_asked', 'event_block_time_out'])
    world.clock.leap(10_000)
    await ok(set(player, '50', 'stake', 'week'))
    expect(await codesOf(player)).toEqual(['event_block_time_out', 'event_limit_lowered'])
  })
})

it('a change is written atomically with its effect, and never changed afterwards', async () => {
  const player = await world.player()
  await ok(set(player, '500'))
  const count = () =>
    world.db.kysely.selectFrom('limits.change').select('id').where('player_id', '=', player.id).execute()
  await expect(
    world.db.transaction(async (tx) => {
      await world.app.features.limits.block(tx, player.id, 'operator', null, 'undone')
      throw new Error('the rest of the transaction fails')
    }),
  ).rejects.toThrow('the rest')
  expect(await count()).toHaveLength(1)
  await expect(world.db.kysely.updateTable('limits.change').set({ reason: 'x' }).execute()).rejects.toThrow(
    'append only',
  )
  await expect(world.db.kysely.deleteFrom('limits.change').execute()).rejects.toThrow('append only')
  expect(await count()).toHaveLength(1)
})

it('a player’s data export has the changes, without an operator’s name and reason', async () => {
  const player = await world.player()
  const manager = await world.operator('manager')
  await ok(set(player, '500'))
  next()
  await ok(set(player, '200'))
  next()
  await ok(manager.post(`/staff/players/${player.id}/play-block`, { blocked: true, reason: 'a word among us' }))
  const { json } = await player.get('/player/data')
  const text = Buffer.isBuffer(json) ? json.toString() : JSON.stringify(json)
  expect(JSON.parse(text).limit_changes).toMatchObject([
    { what: 'began', kind: 'operator', by: 'operator', amount: null, until: null },
    { what: 'lowered', kind: 'deposit', period: 'day', before: '500.00', amount: '200.00', by: 'player' },
    { what: 'set', before: null, amount: '500.00' },
  ])
  expect(text).not.toContain('a word among us')
  expect(text).not.toContain(manager.name)
})
