import { keysOf } from '@dhow/contract/keys-of'
import { TextField, type TextFieldProps } from '@dhow/ui/field'
import { errorsOf } from '../../shared/api.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import form from '../../shared/form.module.css'
import { fill } from '../../shared/format.ts'
import { MarketField } from '../../shared/market-field.tsx'
import { en } from '../../shared/words/en.ts'
import type { Chosen, Typed } from './typed-terms.ts'

const words = en.tournaments
const pointChoices = ['multiplier', 'turnover'] as const
const payoutChoices = ['by_itself', 'claim'] as const
const decimal = { inputMode: 'decimal' } as const
const numeric = { inputMode: 'numeric' } as const

/** Fields for names, times, points and money of a tournament. */
export function TermFields({
  typed,
  setTyped,
  chosen,
  setChosen,
  error,
}: {
  typed: Typed
  setTyped: (typed: Typed) => void
  chosen: Chosen
  setChosen: (chosen: Chosen) => void
  error: unknown
}) {
  const text = (
    key: keyof Typed,
    label: string,
    { field = key, ...more }: Partial<TextFieldProps> & { field?: string } = {},
  ) => (
    <TextField
      key={key}
      required
      {...more}
      label={label}
      value={typed[key]}
      onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
      errors={errorsOf(error, field)}
    />
  )
  const { market, games, points_by, payout } = chosen
  return (
    <div className={form['pair']}>
      {text('name', words.name, { maxLength: 60 })}
      {keysOf(words.languages).map((language) =>
        text(language, fill(words.nameIn, { language: words.languages[language] }), {
          ...{ field: `names.${language}`, maxLength: 60, required: false },
        }),
      )}
      <MarketField
        label={words.market}
        value={market}
        set={(next) => setChosen({ ...chosen, market: next, games: games && [] })}
        errors={errorsOf(error, 'market')}
      />
      {text('starts', words.starts, { field: 'starts_at', type: 'datetime-local' })}
      {text('ends', words.ends, { field: 'ends_at', type: 'datetime-local', hint: words.endsHint })}
      <ChoiceField
        label={words.pointsBy}
        choices={pointChoices}
        words={words.points}
        value={points_by}
        set={(next) => setChosen({ ...chosen, points_by: next })}
        errors={errorsOf(error, 'points_by')}
      />
      {points_by === 'multiplier'
        ? text('best_rounds', words.bestRounds, { ...numeric, hint: words.bestHint })
        : [text('unit', words.unit, decimal), text('day_cap', words.dayCap, { ...numeric, hint: words.dayCapHint })]}
      {text('least_stake', words.leastStake, decimal)}
      {text('budget', words.budget, decimal)}
      <ChoiceField
        label={words.payout}
        choices={payoutChoices}
        words={words.payouts}
        value={payout}
        set={(next) => setChosen({ ...chosen, payout: next })}
        errors={errorsOf(error, 'payout')}
      />
    </div>
  )
}
