import type { Market } from '@dhow/contract/shapes'
import { SelectField } from '@dhow/ui/field'
import { useMe } from './session.tsx'
import { en } from './words/en.ts'
import { parseChoice } from './choices.ts'

/** Choice of a market, each with its currency. */
export function MarketField(field: {
  label: string
  value: Market
  set: (market: Market) => void
  errors: string[] | undefined
}) {
  const { four_eyes: markets } = useMe()
  const codes = markets.map(({ market }) => market)
  return (
    <SelectField
      label={field.label}
      value={field.value}
      onChange={(event) => field.set(parseChoice(codes, event.target.value) ?? field.value)}
      errors={field.errors}
    >
      {markets.map((row) => (
        <option key={row.market} value={row.market}>
          {en.market[row.market]} ({row.currency})
        </option>
      ))}
    </SelectField>
  )
}
