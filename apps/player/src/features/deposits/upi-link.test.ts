import { expect, it } from 'vitest'
import { withAmount } from './upi-link.ts'

const link = 'upi://pay?pa=dhow@bank&pn=Dhow&cu=INR&tn=CODE'
it.each([
  ['1,00,000', `${link}&am=100000.00`],
  ['250.5', `${link}&am=250.50`],
  ['', link],
  ['a lot', link],
])('a UPI link with %s typed is %s', (typed, expected) => expect(withAmount(link, typed, 'INR')).toBe(expected))
