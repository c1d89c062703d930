import { calls } from '@dhow/contract/calls'
import { familyRows, type DepositFamily } from '@dhow/contract/deposit-families'
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { loadTable, rowOf } from '../../app/table.ts'
import type { Groups } from '../../shared/words/words.tsx'
import { familyAt, methodPlaces } from './families.ts'

beforeAll(loadTable)

describe('the manual families', () => {
  it.each(familyRows)('$family has its own form path and API path', ({ base, title, formPath }) => {
    const known: Record<string, string> = calls
    expect(known[`${title}PaymentDetails`]).toBe(`GET ${base}/get-payment-details`)
    expect(known[`${title}SubmitDeposit`]).toBe(`POST ${base}/send-deposit-request`)
    if (formPath.startsWith('/deposit-namibia/')) expect(`/player${formPath}`).toBe(`${base}/get-payment-details`)
  })

  it.each(familyRows)(
    '$family and its history are screens for signed-in players',
    ({ family, formPath, historyPath }) => {
      for (const path of [formPath, historyPath]) expect(rowOf(path)?.access).toBe('player')
      expect(familyAt(formPath)?.family).toBe(family)
      if (historyPath !== paths.depositHistory) expect(familyAt(historyPath)?.family).toBe(family)
    },
  )

  it('have a name in every language', () => {
    type Names = Groups['money']['deposit']['families']
    expectTypeOf<keyof Names>().toEqualTypeOf<DepositFamily>()
    expectTypeOf<Omit<Names, 'easy-wallet'>>().not.toExtend<Names>()
  })

  it('all appear in the common history', () => expect(familyAt(paths.depositHistory)).toBeUndefined())
})

describe('the chooser', () => {
  it.each([
    ['manual', '/deposit-namibia/manual-deposit/get-payment-details', 'bank'],
    ['namibia', '/deposit-namibia/manual-deposit/get-payment-details', 'bank'],
    ['india', '/manual-deposit-india', 'phone'],
    ['easypay', '/deposit-namibia-kazang', 'slip'],
    ['easy wallet', '/deposit-namibia/easy-wallet-deposit/get-payment-details', 'purse'],
    ['blue wallet', '/deposit-namibia/blue-wallet-deposit/get-payment-details', 'wave'],
    ['nedbank wallet', '/deposit-namibia/nedbank-wallet-deposit/get-payment-details', 'coins'],
    ['access money', '/deposit-namibia/access-money-wallet-deposit/get-payment-details', 'cash'],
    ['e-wallet', '/deposit-namibia/ewallet-deposit/get-payment-details', 'envelope'],
  ])('links %s to %s with an icon', (name, to, mark) => expect(methodPlaces[name]).toMatchObject({ to, mark }))

  it('redirects apay to the payment service', () =>
    expect(methodPlaces['apay']).toEqual({ redirect: true, mark: 'leave' }))
})
