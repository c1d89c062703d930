import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '@dhow/contract/campaigns'
import { SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { en } from '../../shared/words/en.ts'

const words = en.freeRounds

/** Form values of the free rounds. */
export interface TypedRounds {
  game: string
  rounds: string
  stake: string
  days: string
}

export const roundsOf = (known: Campaign['free_rounds'] | undefined): TypedRounds => ({
  ...{ game: known?.game ?? '', stake: known?.stake ?? '' },
  ...{ rounds: String(known?.rounds ?? 10), days: String(known?.valid_days ?? 7) },
})

/** Request body of the fields. */
export const roundsBody = ({ game, rounds, stake, days }: TypedRounds) => ({
  ...{ game, stake: stake.trim(), rounds: Number(rounds), valid_days: Number(days) },
})

const fields = [
  { name: 'rounds', sent: 'rounds', label: words.rounds, mode: 'numeric' },
  { name: 'stake', sent: 'stake', label: words.stake, mode: 'decimal' },
  { name: 'days', sent: 'valid_days', label: words.validDays, mode: 'numeric' },
] as const

/** Game, rounds, stake and days of the free rounds of a campaign. */
export function RoundFields({
  rounds,
  set,
  error,
}: {
  rounds: TypedRounds
  set: (rounds: TypedRounds) => void
  error: unknown
}) {
  const { data } = useQuery({
    queryKey: ['free-rounds', 'games'],
    queryFn: () => call('staffFreeRounds', { query: {} }),
  })
  return (
    <>
      <SelectField
        label={words.game}
        {...asTyped(rounds.game, (game) => set({ ...rounds, game }), errorsOf(error, 'free_rounds.game'))}
        required
      >
        <option value="">{words.chooseGame}</option>
        {data?.games.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {fields.map(({ name, sent, label, mode }) => (
        <TextField
          key={name}
          label={label}
          value={rounds[name]}
          onChange={(event) => set({ ...rounds, [name]: event.target.value })}
          errors={errorsOf(error, `free_rounds.${sent}`)}
          inputMode={mode}
          required
        />
      ))}
    </>
  )
}
