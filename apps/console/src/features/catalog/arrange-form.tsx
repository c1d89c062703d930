import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffGame } from '@dhow/contract/games'
import type { Market } from '@dhow/contract/shapes'
import { CheckField, SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
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

/** Sets the same for all games that were chosen; what is left alone stays as it is with each. */
export function ArrangeForm({ games, close }: { games: StaffGame[]; close: () => void }) {
  const [one] = games
  const only = games.length === 1 ? one : undefined
  const [shown, setShown] = useState('')
  const [position, setPosition] = useState(only ? String(only.position) : '')
  const [name, setName] = useState(only?.name ?? '')
  const [inCategories, setCategories] = useState<readonly string[] | undefined>(only?.categories)
  const [inMarkets, setMarkets] = useState<readonly string[] | undefined>(only?.markets)
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
          ...(inCategories && inCategories !== only?.categories ? { categories: inCategories as Category[] } : {}),
          ...(inMarkets && inMarkets !== only?.markets ? { markets: inMarkets as Market[] } : {}),
        },
      }),
    onSuccess() {
      refresh('staff-games', 'audit')
      toast(fill(words.arranged, { count: games.length }), 'good')
      close()
    },
  })
  const toggle = (list: readonly string[] | undefined, value: string) =>
    list?.includes(value) ? list.filter((other) => other !== value) : [...(list ?? []), value]
  return (
    <ActionForm
      title={words.arrange}
      lead={only ? only.name : fill(words.arrangeLead, { count: games.length })}
      confirm={words.save}
      action={arrange}
      cancel={close}
    >
      <div className={form['pair']}>
        <SelectField label={words.visibility} value={shown} onChange={(event) => setShown(event.target.value)}>
          <option value="">{words.asItIs}</option>
          <option value="shown">{words.states.shown}</option>
          <option value="hidden">{words.states.hidden}</option>
        </SelectField>
        <TextField
          label={words.position}
          hint={words.positionHint}
          value={position}
          onChange={(event) => setPosition(event.target.value)}
          errors={errorsOf(arrange.error, 'position')}
          inputMode="numeric"
        />
        {only ? (
          <TextField
            label={words.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
            errors={errorsOf(arrange.error, 'name')}
            maxLength={80}
          />
        ) : null}
      </div>
      <fieldset className={styles['boxes']}>
        <legend>{words.categories}</legend>
        {categories.map((category) => (
          <CheckField
            key={category}
            checked={inCategories?.includes(category) ?? false}
            onChange={() => setCategories(toggle(inCategories, category))}
          >
            {category}
          </CheckField>
        ))}
      </fieldset>
      <fieldset className={styles['boxes']}>
        <legend>{words.markets}</legend>
        {markets.map((market) => (
          <CheckField
            key={market}
            checked={inMarkets?.includes(market) ?? false}
            onChange={() => setMarkets(toggle(inMarkets, market))}
          >
            {en.market[market]}
          </CheckField>
        ))}
      </fieldset>
    </ActionForm>
  )
}
