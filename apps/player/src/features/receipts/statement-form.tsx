import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { FormMessage } from '../../shared/form-message.tsx'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { fill } from '../../shared/format.ts'
import { formatMonth } from '../../shared/format-more.ts'
import formStyles from '../../shared/page.module.css'
import { useWords } from '../../shared/words/words.tsx'
import { recentMonths, spanOfDays, spanOfMonth } from './statement-span.ts'

const otherSpan = 'other'

/** Form to order a statement of a month or of chosen days. Keeps the choice after a failure. */
export function StatementForm({ issued }: { issued: () => void }) {
  const words = useWords()
  const [months] = useState(() => recentMonths(new Date()))
  const [chosen, setChosen] = useState(months[0]?.id ?? otherSpan)
  const [days, setDays] = useState({ first: '', last: '' })
  const [isReady, setIsReady] = useState(false)
  const span = () => {
    const now = new Date()
    const ofMonth = months.find(({ id }) => id === chosen)
    return ofMonth ? spanOfMonth(ofMonth, now) : spanOfDays(days.first, days.last, now)
  }
  const issue = async () => {
    const body = span()
    if (!body) return
    setIsReady(false)
    await call('issueStatement', { body })
    setIsReady(true)
    issued()
  }
  const form = useSubmit(['last'], issue, () => (span() ? {} : { last: [words.statements.daysNeeded] }))
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
      <SelectField label={words.statements.span} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        {months.map(({ id, first, isNow }) => (
          <option key={id} value={id}>
            {isNow ? fill(words.statements.soFar, { month: formatMonth(first) }) : formatMonth(first)}
          </option>
        ))}
        <option value={otherSpan}>{words.statements.otherSpan}</option>
      </SelectField>
      {chosen === otherSpan ? (
        <>
          <TextField
            label={words.statements.from}
            type="date"
            value={days.first}
            onChange={(event) => setDays({ ...days, first: event.target.value })}
          />
          <TextField
            label={words.statements.to}
            type="date"
            value={days.last}
            onChange={(event) => setDays({ ...days, last: event.target.value })}
            errors={form.fields['last']}
          />
        </>
      ) : null}
      <FormMessage>{form.message}</FormMessage>
      {isReady ? (
        <Notice tone="good" role="status">
          {words.statements.ready}
        </Notice>
      ) : null}
      <Button type="submit" wide busy={form.busy}>
        {form.busy ? words.statements.making : words.statements.make}
      </Button>
    </form>
  )
}
