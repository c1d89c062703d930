import type { LimitKind, PlayLimit } from '@dhow/contract/limits'
import type { Currency } from '@dhow/contract/money'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { SelectField, TextField } from '@dhow/ui/field'
import { Row } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { symbolOf } from '../../shared/format.ts'
import { toDecimalPoint } from '../../shared/format-more.ts'
import formStyles from '../../shared/page.module.css'
import { useWords } from '../../shared/words/words.tsx'
import { useSaved } from './use-saved.ts'

/** Sets, changes or removes one limit of a kind; starts with the first one set. */
export function LimitForm({
  kind,
  limits,
  currency,
  changed,
}: {
  kind: LimitKind
  limits: PlayLimit[]
  currency: Currency
  changed: () => void
}) {
  const { limits: words, auth } = useWords()
  const first = limits.find(({ amount }) => amount !== null) ?? limits[0]
  const [period, setPeriod] = useState(first?.period ?? 'day')
  const [typed, setTyped] = useState<string>()
  const limit = limits.find((row) => row.period === period)
  const amount = typed ?? limit?.amount ?? ''
  const saved = useSaved(changed)
  const set = useSubmit(['amount'], () => saved(call('setLimit', { body: { kind, period, amount: amount.trim() } })))
  const remove = useSubmit([], () => saved(call('setLimit', { body: { kind, period, amount: null } })))
  const change = (next: string | undefined) => {
    setTyped(next)
    set.clear('amount')
  }
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void set.submit(event)} noValidate>
      <SelectField
        label={words.which}
        value={period}
        onChange={(event) => {
          setPeriod(limits.find((row) => row.period === event.target.value)?.period ?? period)
          change(undefined)
        }}
      >
        {limits.map((row) => (
          <option key={row.period} value={row.period}>
            {words.titles[kind][row.period]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={`${words.newLimit} (${symbolOf(currency)})`}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => change(toDecimalPoint(event.target.value))}
        errors={set.fields['amount']}
      />
      <FormMessage>{set.message ?? remove.message}</FormMessage>
      <Row>
        <Button type="submit" small busy={set.busy}>
          {auth.save}
        </Button>
        {(limit?.amount ?? null) === null ? null : (
          <Button kind="plain" small busy={remove.busy} onClick={() => void remove.submit()}>
            {words.remove}
          </Button>
        )}
      </Row>
    </form>
  )
}
