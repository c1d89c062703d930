import { currencies, formatPlain, parseAmount, type Currency } from '@dhow/contract/money'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { amountFault, amountsWithin, clampAmount, quickAmounts, type Range } from './amount-rules.ts'
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
  /** Also offers the operator's common amounts in the range, before the quick ones. */
  common?: boolean
  currency: Currency
  errors: string[] | undefined
}) {
  const words = useWords()
  const { symbol } = currencies[currency]
  const { settings } = usePortal()
  const ofMarket = settings.markets.find((market) => market.currency === currency)?.quick_amounts ?? []
  const quick = quickAmounts(offered ?? undefined).map(String)
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
      {common ? (
        <Amounts
          label={words.deposit.common}
          amounts={amountsWithin(ofMarket, range).filter((amount) => !quick.includes(amount))}
          {...{ currency, choose }}
        />
      ) : null}
      <Amounts label={words.deposit.quick} amounts={quick} {...{ currency, choose }} />
    </div>
  )
}

function Amounts({
  label,
  amounts,
  currency,
  choose,
}: {
  label: string
  /** Decimal strings. */
  amounts: readonly string[]
  currency: Currency
  choose: (amount: string) => void
}) {
  if (amounts.length === 0) return null
  return (
    <div className={styles['quick']} role="group" aria-label={label}>
      {amounts.map((amount) => (
        <Button key={amount} kind="quiet" small onClick={() => choose(amount)}>
          {currencies[currency].symbol}
          {localizeMarks(formatPlain(parseAmount(amount) ?? 0n, currency))}
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
