import { within } from '@testing-library/react'
import { depositFamilies } from '@dhow/contract/deposit-families'
import { textOf } from '@dhow/contract/player-texts'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, withUser } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const inNamibia = { verifyToken: withUser({ market: 'NA', currency: 'NAD' }) }

/** The chooser's answer with one row for each given object. */
const methodsOf = (...rows: object[]) => {
  const answer = reply('paymentMethods') as { methods: object[] }
  const methods = rows.map((row, id) => ({
    ...answer.methods[0],
    id,
    redirect: undefined,
    last_used: undefined,
    ...row,
  }))
  return { ...answer, methods } as never
}

describe('a method', () => {
  const eft = { name: 'namibia', display_name: 'Bank transfer (EFT)', display_name_text: textOf('method_eft', {}) }

  it.each([
    ['hi', 'बैंक ट्रांसफ़र (EFT)', 'आगे बढ़ें'],
    ['af', 'Bankoorplasing (EFT)', 'Gaan voort'],
  ] as const)('is named in the player’s language (%s)', async (language, name, proceed) => {
    await openPortal(paths.paymentMethod, { paymentMethods: methodsOf(eft) }, { language })
    const content = await main()
    expect(await content.findByRole('heading', { name })).toBeTruthy()
    expect(content.getByRole('button', { name: `${proceed}: ${name}` })).toBeTruthy()
    expect(content.queryByText(/Bank transfer/)).toBeNull()
  })

  it('keeps an operator’s own name', async () => {
    const own = { ...eft, display_name_text: textOf('text', { text: 'Pay at our desk' }) }
    await openPortal(paths.paymentMethod, { paymentMethods: methodsOf(own) }, { language: 'hi' })
    expect(await (await main()).findByRole('heading', { name: 'Pay at our desk' })).toBeTruthy()
  })

  it('labels the payment details in the player’s language', async () => {
    const answer = reply('manualNamibiaPaymentDetails') as { details: { lines: object[] }[] }
    const line = { label: 'Account number', label_text: textOf('line_account_number', {}), value: '080', copy: true }
    const details = [{ ...answer.details[0], lines: [line] }]
    await openPortal(
      depositFamilies['manual-namibia'].formPath,
      { ...inNamibia, manualNamibiaPaymentDetails: { ...answer, details } as never },
      { language: 'af' },
    )
    expect(await (await main()).findByText('Rekeningnommer')).toBeTruthy()
  })
})
