import { recordOf } from '@dhow/contract/records'
import { useState, type FormEvent } from 'react'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import form from '../../shared/form.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.audit
export const searched = ['operator', 'player', 'action', 'subject', 'from', 'to'] as const
export type Search = Record<(typeof searched)[number], string>

const hints: Partial<Record<keyof Search, string>> = {
  player: words.playerHint,
  action: words.actionHint,
  subject: words.subjectHint,
}

/** Filters by operator, subject, action and time. */
export function SearchForm({ search, go }: { search: Search; go: (search: Search) => void }) {
  const [draft, setDraft] = useState(search)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go(recordOf(searched, (name) => draft[name].trim()))
  }
  return (
    <form method="post" role="search" className={form['pair']} onSubmit={submit}>
      {searched.map((name) => (
        <TextField
          key={name}
          label={words[name]}
          hint={hints[name]}
          type={name === 'from' || name === 'to' ? 'date' : 'search'}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          maxLength={60}
          autoComplete="off"
        />
      ))}
      <div className={form['go']}>
        <Button type="submit" kind="quiet">
          {words.search}
        </Button>
      </div>
    </form>
  )
}
