import { expect, test } from 'vitest'
import { openSlip } from './slip.ts'

const always = () => true

test('chips on fields are doubled', () => {
  const slip = openSlip()
  slip.put(1, 500)
  slip.put(2, 100)
  slip.double(always)
  expect([slip.on(1), slip.on(2), slip.waitingSum()]).toEqual([1000, 200, 1200])
})

test('an empty slip gets twice the stakes of the previous round', () => {
  const slip = openSlip()
  slip.remember([[3, 500]])
  slip.double(always)
  expect(slip.on(3)).toBe(1000)
})

test('doubling leaves out a chip that does not fit, and keeps the others', () => {
  const slip = openSlip()
  slip.put(1, 500)
  slip.put(2, 100)
  slip.double((field, minor) => slip.on(field) + minor <= 600)
  expect([slip.on(1), slip.on(2)]).toEqual([500, 200])
})
