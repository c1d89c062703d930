import { useState, type FormEvent } from 'react'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import form from '../../shared/form.module.css'
import { en } from '../../shared/words/en.ts'
import { namedPeriod, nameOf, periodNames } from './period.ts'
import styles from './reports.module.css'

const words = en.reports

/** Buttons for periods that end today, and day fields for any other. */
export function PeriodChoice({
  shown,
  set,
}: {
  shown: { from: string; to: string; today: string }
  set: (period: { from: string; to: string }) => void
}) {
  const { today } = shown
  const current = nameOf(shown.from, shown.to, today)
  const [isOwn, setOwn] = useState(current === 'own')
  const [from, setFrom] = useState(shown.from)
  const [to, setTo] = useState(shown.to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (from !== '' && to !== '') set({ from, to })
  }
  return (
    <div className={styles['period']}>
      <div className={styles['chips']} role="group" aria-label={words.period}>
        {periodNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={isOwn ? name === 'own' : name === current}
            onClick={() => (name === 'own' ? setOwn(true) : set(namedPeriod(name, today)))}
          >
            {words.periods[name]}
          </button>
        ))}
      </div>
      {isOwn ? (
        <form method="post" className={form['pair']} onSubmit={submit}>
          <TextField label={words.from} type="date" {...asTyped(from, setFrom)} required />
          <TextField label={words.to} type="date" value={to} onChange={(event) => setTo(event.target.value)} required />
          <div className={form['go']}>
            <Button type="submit" kind="quiet">
              {words.show}
            </Button>
          </div>
        </form>
      ) : null}
    </div>
  )
}
