import { deliveryChannels, deliveryStates } from '@dhow/contract/deliveries'
import { recordOf } from '@dhow/contract/records'
import { useState, type FormEvent } from 'react'
import { Button } from '@dhow/ui/button'
import { SelectField, TextField } from '@dhow/ui/field'
import form from '../../shared/form.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.deliveries
export const searched = ['channel', 'state', 'player', 'from', 'to'] as const
export type Search = Record<(typeof searched)[number], string>

/** Search by channel, state, player and day. */
export function DeliverySearch({ search, go }: { search: Search; go: (search: Search) => void }) {
  const [draft, setDraft] = useState(search)
  const set = (name: keyof Search) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [name]: event.target.value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go(recordOf(searched, (name) => draft[name].trim()))
  }
  const choice = (name: 'channel' | 'state', values: readonly [string, string][]) => (
    <SelectField label={words[name]} value={draft[name]} onChange={set(name)}>
      <option value="">{words.any}</option>
      {values.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
  return (
    <form method="post" role="search" className={form['pair']} onSubmit={submit}>
      {choice(
        'channel',
        deliveryChannels.map((channel) => [channel, words.channels[channel]]),
      )}
      {choice(
        'state',
        deliveryStates.map((state) => [state, words.states[state]]),
      )}
      <TextField
        label={words.player}
        hint={words.playerHint}
        type="search"
        value={draft.player}
        onChange={set('player')}
        maxLength={60}
        autoComplete="off"
      />
      <TextField label={words.from} type="date" value={draft.from} onChange={set('from')} />
      <TextField label={words.to} type="date" value={draft.to} onChange={set('to')} />
      <div className={form['go']}>
        <Button type="submit" kind="quiet">
          {en.console.search}
        </Button>
      </div>
    </form>
  )
}
