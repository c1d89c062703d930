import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { clampAmount, quickAmounts, type Range } from './amount-rules.ts'
import { toDecimalPoint } from './format.ts'
import { useWords } from './words/words.tsx'
import styles from './page.module.css'

/** An amount: brought into the range when it is left, or taken from the quick ones. */
export function AmountField({
  label,
  value,
  onValue,
  range,
  offered = range ?? null,
  symbol,
  errors,
}: {
  label?: string
  value: string
  onValue: (value: string) => void
  range: Range | undefined
  /** The range of the quick amounts where it is another one; null for none. */
  offered?: Range | null
  symbol: string
  errors: string[] | undefined
}) {
  const words = useWords()
  const quick = quickAmounts(offered ?? undefined)
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
        onBlur={() => onValue(clampAmount(value, range))}
        errors={errors}
      />
      {quick.length > 0 && (
        <div className={styles['quick']} role="group" aria-label={words.deposit.quick}>
          {quick.map((amount) => (
            <Button key={amount} kind="quiet" small onClick={() => onValue(String(amount))}>
              {symbol}
              {amount.toLocaleString('en')}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
