import { describe, expect, expectTypeOf, it } from 'vitest'
import { familyRows, type DepositFamilyRow } from './deposit-families.ts'
import { paymentReferences, type PaymentReference } from './payment-references.ts'
import type { TermTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'
import type { termTexts } from './player-texts-terms-en.ts'

describe('the families of deposits', () => {
  it.each<[string, (row: (typeof familyRows)[number]) => (string | number | undefined)[]]>([
    ['number', ({ number }) => [number]],
    ['names', ({ names }) => [...names]],
    ['title', ({ title }) => [title]],
    ['path of calls', ({ base }) => [base]],
    ['field of the form', ({ idField }) => [idField]],
    ['page with the form', ({ formPath }) => [formPath]],
    ['page with the history', ({ historyPath }) => (historyPath === '/deposit-history' ? [] : [historyPath])],
    ['rails', ({ rails }) => Object.keys(rails)],
    ['invented accounts', ({ rails }) => Object.values(rails).flatMap(({ sandbox }) => (sandbox ? [sandbox.id] : []))],
  ])('share no %s', (_what, valuesOf) => {
    const values = familyRows.flatMap(valuesOf)
    expect(values).toEqual([...new Set(values)])
  })

  it('number their sandbox accounts below those of operators', () => {
    for (const { rails } of familyRows)
      for (const { sandbox } of Object.values(rails)) expect(sandbox?.id ?? 1).toBeLessThan(1_000)
  })

  it('have a sandbox account each', () => {
    for (const { rails } of familyRows)
      expect(Object.values(rails).some(({ sandbox }) => sandbox !== undefined)).toBe(true)
  })
})

it.each(Object.entries(paymentReferences))('an invented reference has the format %s', (_format, row) => {
  expect(row.invent('000001000001')).toMatch(row.pattern)
})

/** Checked by the compiler: `npm run typecheck` fails if one is wrong. */
describe('the texts of a row', () => {
  type HowToPay = DepositFamilyRow['howToPay']

  it('are codes of the catalogues; others do not compile', () => {
    expectTypeOf<{ code: 'pay_bank'; params: Record<never, string> }>().toExtend<HowToPay>()
    expectTypeOf<{ code: 'pay_dune'; params: Record<never, string> }>().not.toExtend<HowToPay>()
    expectTypeOf<{ code: 'pay_wallet'; params: Record<never, string> }>().not.toExtend<HowToPay>()
    expectTypeOf<{ label: 'label_dune' }>().not.toExtend<Pick<PaymentReference, 'label'>>()
    expectTypeOf<{ help: 'reference_of_dune' }>().not.toExtend<Pick<PaymentReference, 'help'>>()
  })

  it('have a sentence in every language; a catalogue without one does not compile', () => {
    expectTypeOf<typeof termTexts>().toExtend<TextsFor<TermTextParams>>()
    expectTypeOf<typeof termTexts>().not.toExtend<TextsFor<TermTextParams & { pay_dune: Record<never, string> }>>()
  })
})
