import { expect, it } from 'vitest'
import { fakeClock } from '../../test/parts.ts'
import { openBusyRetries } from './busy-retries.ts'

function opened() {
  const clock = fakeClock()
  const retries = openBusyRetries<string>({ clock, waitMs: 1_000, mostOfKey: 3 })
  let isLocked = true
  let attempts = 0
  const attempt = (answer: string) => () => {
    attempts++
    return Promise.resolve(isLocked ? undefined : answer)
  }
  return { clock, retries, attempt, unlock: () => (isLocked = false), attempts: () => attempts }
}

it('repeats one attempt of a locked key at a time, and answers all of them once it is free', async () => {
  const { clock, retries, attempt, unlock, attempts } = opened()
  const answers = ['a', 'b', 'c'].map((name) => retries.wait('player', attempt(name)))
  for (const _turn of [1, 2, 3, 4]) await clock.advance(50)
  expect([attempts(), retries.isWaiting('player')]).toEqual([4, true])
  unlock()
  await clock.advance(50)
  expect([await Promise.all(answers), attempts()]).toEqual([['a', 'b', 'c'], 7])
  await clock.advance(50)
  expect(retries.isWaiting('player')).toBe(false)
})

it('refuses with busy after the time limit, and at once if too many wait', async () => {
  const { clock, retries, attempt } = opened()
  const codes = ['a', 'b', 'c', 'd'].map((name) =>
    retries.wait('player', attempt(name)).catch((error: { code: string }) => error.code),
  )
  expect(await codes[3]).toBe('busy')
  for (let turn = 0; turn <= 25; turn++) await clock.advance(50)
  expect(await Promise.all(codes)).toEqual(['busy', 'busy', 'busy', 'busy'])
})

it('rejects only the attempt that failed, and goes on with the others', async () => {
  const { clock, retries, attempt, unlock } = opened()
  const failing = retries.wait('player', () => Promise.reject(new Error('lost'))).catch(String)
  const other = retries.wait('player', attempt('other'))
  unlock()
  await clock.advance(50)
  expect([await failing, await other]).toEqual(['Error: lost', 'other'])
})
