import { expect, test } from 'vitest'
import { isDue, minutesOf, playSessionOf } from './play-session.ts'

const minute = 60_000
const openedAt = '2026-01-01T10:00:00.000Z'

test('a play session continues over games and reloads, and ends with a long absence', () => {
  const first = playSessionOf(null, openedAt, 0)
  expect(first).toMatchObject({ since: openedAt, startMs: 0, remindedAt: 0 })
  const next = playSessionOf(JSON.stringify(first), '2026-01-01T10:10:00.000Z', 10 * minute)
  expect(next).toMatchObject({ since: openedAt, startMs: 0, seenMs: 10 * minute })
  const later = playSessionOf(JSON.stringify(next), '2026-01-01T11:00:00.000Z', 60 * minute)
  expect(later).toMatchObject({ since: '2026-01-01T11:00:00.000Z', startMs: 60 * minute })
})

test.each([['null'], ['{}'], ['{"since":1}'], ['not json'], ['{"since":"x","startMs":"0","seenMs":0,"remindedAt":0}']])(
  'an invalid stored play session (%s) starts a new one',
  (kept) => expect(playSessionOf(kept, openedAt, 5)).toMatchObject({ since: openedAt, startMs: 5 }),
)

test('a clock that is set back starts a new play session', () => {
  const kept = JSON.stringify({ ...playSessionOf(null, openedAt, 0), startMs: 90 * minute, seenMs: 100 * minute })
  expect(playSessionOf(kept, openedAt, 10 * minute).startMs).toBe(10 * minute)
})

test('a reminder is due at the player’s interval, and never without one', () => {
  const session = playSessionOf(null, openedAt, 0)
  expect(minutesOf(session, 29.9 * minute)).toBe(29)
  expect([29, 30, 31].map((minutes) => isDue(session, minutes, 30))).toEqual([false, true, true])
  expect(isDue({ ...session, remindedAt: 30 }, 59, 30)).toBe(false)
  expect(isDue({ ...session, remindedAt: 30 }, 60, 30)).toBe(true)
  expect(isDue(session, 600, 0)).toBe(false)
})
