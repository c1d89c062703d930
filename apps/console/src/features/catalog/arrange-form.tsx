import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffGame } from '@dhow/contract/games'
import type { Market } from '@dhow/contract/shapes'
import { CheckField, SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import form from '../../shared/form.module.css'
import styles from './games.module.css'

const words = en.games
const categories = ['top', 'card', 'crash', 'turbo', 'spribe', 'slots', 'table', 'other'] as const
type Category = (typeof categories)[number]
const markets: readonly Market[] = ['NA', 'IN']

/** Changes all chosen games together; untouched fields stay as they are. */
export function ArrangeForm({ games, close }: { games: StaffGame[]; close: () => void }) {
  const [one] = games
  const only = games.length === 1 ? one : undefined
  const [kept] = useState({
    categories: valuesIn(categories, only?.categories),
    markets: valuesIn(markets, only?.markets),
  })
  const [shown, setShown] = useState('')
  const [position, setPosition] = useState(only ? String(only.position) : '')
  const [name, setName] = useState(only?.name ?? '')
  const [inCategories, setCategories] = useState<readonly Category[] | undefined>(kept.categories)
  const [inMarkets, setMarkets] = useState<readonly Market[] | undefined>(kept.markets)
  const refresh = useRefresh()
  const toast = useToast()
  const arrange = useMutation({
    mutationFn: () =>
      call('arrangeGames', {
        body: {
          ids: games.map(({ id }) => id),
          ...(shown === '' ? {} : { enabled: shown === 'shown' }),
          ...(position === '' || position === String(only?.position) ? {} : { position: Number(position) }),
          ...(only && name !== only.name ? { name } : {}),
          ...(inCategories && inCategories !== kept.categories ? { categories: [...inCategories] } : {}),
          ...(inMarkets && inMarkets !== kept.markets ? { markets: [...inMarkets] } : {}),
        },
      }),
    onSuccess() {
      refresh('staff-games', 'audit')
      toast(fill(words.arranged, { count: games.length }), 'good')
      close()
    },
  })
  return (
    <ActionForm
      title={words.arrange}
      lead={only ? only.name : fill(words.arrangeLead, { count: games.length })}
      confirm={words.save}
      action={arrange}
      cancel={close}
    >
      <div className={form['pair']}>
        <VisibilityField value={shown} set={setShown} />
        <TextField
          label={words.position}
          hint={words.positionHint}
          {...asTyped(position, setPosition, errorsOf(arrange.error, 'position'))}
          inputMode="numeric"
        />
        {only ? (
          <TextField label={words.name} {...asTyped(name, setName, errorsOf(arrange.error, 'name'))} maxLength={80} />
        ) : null}
      </div>
      <Boxes
        legend={words.categories}
        all={categories}
        chosen={inCategories}
        set={setCategories}
        labelOf={(category) => category}
      />
      <Boxes
        legend={words.markets}
        all={markets}
        chosen={inMarkets}
        set={setMarkets}
        labelOf={(market) => en.market[market]}
      />
    </ActionForm>
  )
}

function VisibilityField({ value, set }: { value: string; set: (value: string) => void }) {
  return (
    <SelectField label={words.visibility} value={value} onChange={(event) => set(event.target.value)}>
      <option value="">{words.asItIs}</option>
      <option value="shown">{words.states.shown}</option>
      <option value="hidden">{words.states.hidden}</option>
    </SelectField>
  )
}

/** Checkboxes for each choice; undefined until changed, which leaves the games as they are. */
function Boxes<Value extends string>({
  legend,
  all,
  chosen,
  set,
  labelOf,
}: {
  legend: string
  all: readonly Value[]
  chosen: readonly Value[] | undefined
  set: (chosen: readonly Value[]) => void
  labelOf: (value: Value) => string
}) {
  const toggle = (value: Value) =>
    chosen?.includes(value) ? chosen.filter((other) => other !== value) : [...(chosen ?? []), value]
  return (
    <fieldset className={styles['boxes']}>
      <legend>{legend}</legend>
      {all.map((value) => (
        <CheckField key={value} checked={chosen?.includes(value) ?? false} onChange={() => set(toggle(value))}>
          {labelOf(value)}
        </CheckField>
      ))}
    </fieldset>
  )
}

/** Values of `all` that are in the list. */
const valuesIn = <Value extends string>(all: readonly Value[], list: readonly string[] | undefined) =>
  list && all.filter((value) => list.includes(value))
