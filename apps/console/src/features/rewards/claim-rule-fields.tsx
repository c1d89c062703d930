import { useQuery } from '@tanstack/react-query'
import type { ClaimRules } from '@dhow/contract/claim-rules'
import type { Market } from '@dhow/contract/shapes'
import { CheckField, TextField } from '@dhow/ui/field'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf } from '../../shared/api.ts'
import form from '../../shared/form.module.css'
import { fill } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'

const words = en.claimRules
const tiers = ['mobile_verified', 'person_verified'] as const

/** Form values of the rules. */
export interface TypedRules {
  tier: ClaimRules['tier']
  perNetwork: string
  perDevice: string
  hours: string
  excludes: string[]
}
export const noRules: TypedRules = { tier: null, perNetwork: '', perDevice: '', hours: '24', excludes: [] }

const numberOr = (typed: string) => (typed.trim() === '' ? null : Number(typed))

/** Request body of the rules; undefined if none is set. */
export function rulesOf({ tier, perNetwork, perDevice, hours, excludes }: TypedRules): ClaimRules | undefined {
  const rules = { tier, per_network: numberOr(perNetwork), per_device: numberOr(perDevice), excludes }
  const isAny = tier !== null || rules.per_network !== null || rules.per_device !== null || excludes.length > 0
  return isAny ? { ...rules, window_hours: Number(hours) } : undefined
}

/** Fields of the claim rules; each is optional. */
export function ClaimRuleFields({
  rules,
  set,
  market,
  error,
}: {
  rules: TypedRules
  set: (rules: TypedRules) => void
  market: Market
  error: unknown
}) {
  const number = (name: 'perNetwork' | 'perDevice' | 'hours', field: string) => (
    <TextField
      label={words[name]}
      value={rules[name]}
      onChange={(event) => set({ ...rules, [name]: event.target.value })}
      errors={errorsOf(error, `claim_rules.${field}`)}
      inputMode="numeric"
      maxLength={5}
    />
  )
  return (
    <fieldset className={form['group']}>
      <legend>{words.title}</legend>
      <div className={form['pair']}>
        <ChoiceField
          label={words.tier}
          words={words.tiers}
          choices={tiers}
          value={rules.tier}
          none={{ value: null, word: words.anyTier }}
          set={(tier) => set({ ...rules, tier })}
        />
        {number('perNetwork', 'per_network')}
        {number('perDevice', 'per_device')}
        {number('hours', 'window_hours')}
      </div>
      <Excluded market={market} excludes={rules.excludes} set={(excludes) => set({ ...rules, excludes })} />
    </fieldset>
  )
}

/** Choice of open rewards that a player cannot have besides this one. */
function Excluded({
  market,
  excludes,
  set,
}: {
  market: Market
  excludes: string[]
  set: (excludes: string[]) => void
}) {
  const { data: gifts } = useQuery({ queryKey: ['gifts'], queryFn: () => call('staffGifts') })
  const { data: bonuses } = useQuery({ queryKey: ['bonuses'], queryFn: () => call('staffBonusRules') })
  const rewards = [...(gifts?.envelopes ?? []), ...(bonuses?.rules.filter(({ kind }) => kind !== 'referral') ?? [])]
  const open = rewards.filter((one) => one.state === 'open' && one.market === market)
  return open.map(({ id, title }) => (
    <CheckField
      key={id}
      checked={excludes.includes(id)}
      onChange={(event) => set(event.target.checked ? [...excludes, id] : excludes.filter((one) => one !== id))}
    >
      {fill(words.notWith, { title })}
    </CheckField>
  ))
}

/** The claim rules of a reward as text. */
export function rulesText(rules: ClaimRules | null): string {
  if (!rules) return ''
  const named = { hours: rules.window_hours }
  return [
    rules.tier === null ? '' : words.tiers[rules.tier],
    rules.per_network === null ? '' : fill(words.networkText, { ...named, claims: rules.per_network }),
    rules.per_device === null ? '' : fill(words.deviceText, { ...named, claims: rules.per_device }),
    rules.excludes.length === 0 ? '' : fill(words.excludesText, { count: rules.excludes.length }),
  ]
    .filter((text) => text !== '')
    .join('; ')
}
