import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/parts.ts'
import { openPlayerTurns } from './player-turns.ts'

it('runs two calls of one player at once, and another player’s beside them', async () => {
  const clock = fakeClock()
  const turns = openPlayerTurns({ clock, atOnce: 2, waitMs: 1_000 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const call = (player: string, name: string) =>
    turns.run(player, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const calls = [call('a', 'a1'), call('a', 'a2'), call('a', 'a3'), call('b', 'b1')]
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends.get('a1')!()
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const end of ends.values()) end()
  await Promise.all(calls)
})

it('refuses a call as busy if its turn does not come in time, or if too many wait', async () => {
  const clock = fakeClock()
  const turns = openPlayerTurns({ clock, atOnce: 1, waitMs: 1_000 })
  let end = () => {}
  const first = turns.run('a', () => new Promise<string>((resolve) => (end = () => resolve('done'))))
  const code = (call: Promise<unknown>) => call.catch((error: { code: string }) => error.code)
  const waiting = Array.from({ length: 33 }, () => code(turns.run('a', () => Promise.resolve('done'))))
  expect(await waiting[32]).toBe('busy')
  await clock.advance(1_000)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['busy']))
  end()
  expect(await first).toBe('done')
  expect(await turns.run('a', () => Promise.resolve('again'))).toBe('again')
})
