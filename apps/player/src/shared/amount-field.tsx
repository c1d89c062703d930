import { currencies, formatPlain, parseAmount, type Currency } from '@dhow/contract/money'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { amountFault, amountsOffered, clampAmount, type Range } from './amount-rules.ts'
import { localizeMarks } from './format.ts'
import { toDecimalPoint } from './format-more.ts'
import { usePortal } from './portal.tsx'
import { useWords } from './words/words.tsx'
import styles from './page.module.css'

/**
 * Amount: clamped to the range on blur, or chosen from the quick amounts. A sentence under the field explains a changed amount, and the tap on the
 * submit button that caused the blur does not send the form.
 */
export function AmountField({
  label,
  value,
  onValue,
  range,
  offered = range ?? null,
  common = false,
  currency,
  errors,
}: {
  label?: string
  value: string
  onValue: (value: string) => void
  range: Range | undefined
  /** Range of the quick amounts, if different; null for none. */
  offered?: Range | null
  /** Also offers the operator's common amounts in the range, and names the smallest and the largest amount. */
  common?: boolean
  currency: Currency
  errors: string[] | undefined
}) {
  const words = useWords()
  const { symbol } = currencies[currency]
  const { settings } = usePortal()
  const ofMarket = settings.markets.find((market) => market.currency === currency)?.quick_amounts ?? []
  const amounts = amountsOffered(common ? ofMarket : [], offered ?? undefined)
  const choose = (amount: string) => {
    setClamped(undefined)
    onValue(amount)
  }
  const holdTap = useBlockedTap()
  /** Sentence about a clamped amount, with the amount it became. */
  const [clamped, setClamped] = useState<{ to: string; sentence: string }>()
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const to = clampAmount(value, range, currency)
    if (to === value) return
    const sentence = amountFault(words.deposit, value, range, currency)
    setClamped(sentence === undefined ? undefined : { to, sentence })
    if (sentence !== undefined) holdTap(event.target.form)
    onValue(to)
  }
  return (
    <div className={styles['amount']}>
      <TextField
        label={`${label ?? words.deposit.amount} (${symbol})`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        value={value}
        onChange={(event) => onValue(toDecimalPoint(event.target.value))}
        onBlur={leave}
        errors={errors ?? (clamped?.to === value ? [clamped.sentence] : undefined)}
      />
      <Amounts ends={common} {...{ amounts, currency, choose }} />
    </div>
  )
}

function Amounts({
  amounts,
  ends,
  currency,
  choose,
}: {
  /** Decimal strings, ascending. */
  amounts: readonly string[]
  /** Names the first and the last one. */
  ends: boolean
  currency: Currency
  choose: (amount: string) => void
}) {
  const { deposit: words } = useWords()
  if (amounts.length === 0) return null
  const nameOf = (amount: string) =>
    amount === amounts[0] ? words.smallest : amount === amounts.at(-1) ? words.largest : undefined
  return (
    <div className={styles['quick']} role="group" aria-label={words.quick}>
      {amounts.map((amount) => (
        <Button key={amount} kind="quiet" small onClick={() => choose(amount)}>
          <span>
            {currencies[currency].symbol}
            {localizeMarks(formatPlain(parseAmount(amount) ?? 0n, currency))}
          </span>{' '}
          {ends && nameOf(amount) ? <small>{nameOf(amount)}</small> : null}
        </Button>
      ))}
    </div>
  )
}

/**
 * Keeps the current tap from submitting a form: cancels the next click on its submit button, unless a key or another tap comes first. Neither
 * comes between the press that blurs a field and its click.
 */
function useBlockedTap() {
  const release = useRef(() => {})
  useEffect(() => () => release.current(), [])
  return (form: HTMLFormElement | null) => {
    release.current()
    const onClick = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (button !== null && button.type === 'submit' && button.form === form) event.preventDefault()
      end()
    }
    const end = () => {
      removeEventListener('click', onClick, true)
      removeEventListener('keydown', end, true)
      removeEventListener('pointerdown', end, true)
    }
    addEventListener('click', onClick, true)
    addEventListener('keydown', end, true)
    addEventListener('pointerdown', end, true)
    release.current = end
  }
}
