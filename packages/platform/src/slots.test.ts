import { expect, it } from 'vitest'
import { openSlots } from './slots.ts'

it('counts and visits what was added and not removed', () => {
  const slots = openSlots<string>()
  const removeFirst = slots.add('first')
  slots.add('second')
  removeFirst()
  const seen: string[] = []
  slots.forEach((item) => seen.push(item))
  expect([slots.size, seen]).toEqual([1, ['second']])
})

it('uses a free place again, and a second removal leaves the next item there', () => {
  const slots = openSlots<object>()
  const [first, next] = [{}, {}]
  const removeFirst = slots.add(first)
  removeFirst()
  slots.add(next)
  removeFirst()
  const seen: object[] = []
  slots.forEach((item) => seen.push(item))
  expect(slots.size).toBe(1)
  expect(seen).toEqual([next])
})
