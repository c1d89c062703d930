import { depositFamilies } from '@dhow/contract/deposit-families'
import { textOf } from '@dhow/contract/player-texts'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { closePortal, openPortal, reply, screen, waitFor, withUser } from './portal.tsx'

afterEach(closePortal)

const details = () => {
  const answer = reply('manualNamibiaPaymentDetails') as {
    currency: string
    symbol: string
    details: { limits: object; proof_required: boolean }[]
  }
  const withLimits = answer.details.map((row) => ({
    ...row,
    limits: { min: '10.00', max: '20000.00' },
    reference_label: textOf('label_payment_reference', {}),
  }))
  return { ...answer, currency: 'NAD', symbol: 'N$', details: withLimits } as never
}

async function openForm() {
  const server = await openPortal(depositFamilies['manual-namibia'].formPath, {
    verifyToken: withUser({ market: 'NA', currency: 'NAD' }),
    manualNamibiaPaymentDetails: details(),
    manualNamibiaSubmitDeposit: reply('manualNamibiaSubmitDeposit'),
  })
  const form = within(await screen.findByRole('main'))
  const amount = await form.findByLabelText<HTMLInputElement>(/^Amount/)
  fireEvent.change(form.getByLabelText(/^Payment reference/), { target: { value: 'EFT 2026 1' } })
  const submit = form.getByRole('button', { name: 'Submit deposit' })
  const sent = () => server.requests.filter(({ name }) => name === 'manualNamibiaSubmitDeposit')
  const sentAmount = async () => {
    await waitFor(() => expect(sent()).toHaveLength(1))
    return sent().map(({ body }) => (body instanceof FormData ? body.get('amount') : undefined))[0]
  }
  return { form, amount, submit, sent, sentAmount }
}

/** Taps a button: the focused field loses the focus first. */
function tap(button: HTMLElement, field: HTMLElement) {
  fireEvent.pointerDown(button)
  fireEvent.mouseDown(button)
  fireEvent.blur(field)
  fireEvent.pointerUp(button)
  fireEvent.click(button)
}

describe('an amount outside its limits', () => {
  it.each([
    ['7', '10', 'Minimum allowed is N$ 10'],
    ['999,999', '20000', 'Maximum allowed is N$ 20,000'],
  ])('of %s is corrected by the tap on the button, without sending', async (typed, left, sentence) => {
    const { form, amount, submit, sent, sentAmount } = await openForm()
    fireEvent.change(amount, { target: { value: typed } })
    tap(submit, amount)
    expect(submit.textContent).toBe('Submit deposit')
    expect(amount.value).toBe(left)
    expect(form.getByText(sentence)).toBeTruthy()
    expect(sent()).toHaveLength(0)
    fireEvent.pointerDown(submit)
    fireEvent.click(submit)
    expect(await sentAmount()).toBe(left)
  })

  it('can be sent by a key after the correction', async () => {
    const { amount, submit, sent } = await openForm()
    fireEvent.change(amount, { target: { value: '7' } })
    fireEvent.blur(amount)
    fireEvent.keyDown(submit, { key: 'Enter' })
    fireEvent.click(submit)
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('keeps its sentence until the amount changes', async () => {
    const { form, amount } = await openForm()
    fireEvent.change(amount, { target: { value: '7' } })
    fireEvent.blur(amount)
    expect(form.getByText('Minimum allowed is N$ 10')).toBeTruthy()
    fireEvent.change(amount, { target: { value: '250' } })
    expect(form.queryByText('Minimum allowed is N$ 10')).toBeNull()
  })
})

describe('an amount inside its limits', () => {
  it('is sent by one tap, without group separators', async () => {
    const { amount, submit, sentAmount } = await openForm()
    fireEvent.change(amount, { target: { value: 'N$1 250.50' } })
    tap(submit, amount)
    expect(await sentAmount()).toBe('1250.50')
  })
})
