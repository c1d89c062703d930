import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { parseAmount, type Currency } from '@dhow/contract/money'
import type { BonusKind } from '@dhow/contract/rewards'
import type { Market } from '@dhow/contract/shapes'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf } from '../../shared/api.ts'
import { amountOf, fill } from '../../shared/format.ts'
import { Liability } from '../../shared/liability.tsx'
import { MarketField } from '../../shared/market-field.tsx'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { ClaimRuleFields, noRules, rulesOf, type TypedRules } from './claim-rule-fields.tsx'
import form from '../../shared/form.module.css'

const words = en.bonuses
const kinds = ['welcome', 'reload', 'cashback', 'referral'] as const

/** Label, bonus kinds and initial value of each figure. */
const figures = [
  { name: 'percent', of: ['welcome', 'reload', 'cashback'], mode: 'numeric', start: '100', optional: false },
  { name: 'max_amount', of: kinds, mode: 'decimal', start: '', optional: false },
  { name: 'min_deposit', of: ['welcome', 'reload', 'referral'], mode: 'decimal', start: '', optional: false },
  { name: 'play_amount', of: ['referral'], mode: 'decimal', start: '', optional: false },
  { name: 'wager_times', of: ['welcome', 'reload', 'cashback'], mode: 'numeric', start: '10', optional: false },
  { name: 'valid_days', of: ['welcome', 'reload', 'cashback'], mode: 'numeric', start: '30', optional: false },
  { name: 'ends_in_days', of: kinds, mode: 'numeric', start: '', optional: true },
] as const satisfies readonly {
  name: string
  of: readonly BonusKind[]
  mode: 'numeric' | 'decimal'
  start: string
  optional: boolean
}[]
type Figure = (typeof figures)[number]['name']

const hints: Partial<Record<Figure, string>> = { wager_times: words.wagerHint, ends_in_days: words.endsHint }

function labelOf(name: Figure, kind: BonusKind): string {
  const labels: Record<Figure, string> = {
    percent: words.percent,
    max_amount: kind === 'referral' ? words.each : words.most,
    min_deposit: kind === 'referral' ? words.minDepositFriend : words.minDeposit,
    play_amount: words.play,
    wager_times: words.wager,
    valid_days: words.days,
    ends_in_days: words.ends,
  }
  return labels[name]
}

interface Offer {
  kind: BonusKind
  market: Market
  title: string
  titles: { hi: string; af: string }
  currency: Currency
  /** Typed text of a figure; empty if the kind has none. */
  textOf: (name: Figure) => string
  rules: TypedRules
  close: () => void
}

function useCreate({ kind, market, title, titles, currency, textOf, rules, close }: Offer) {
  const refresh = useRefresh()
  const toast = useToast()
  const numberOf = (name: Figure) => (textOf(name) === '' ? undefined : Number(textOf(name)))
  const moneyOf = (name: Figure) => (textOf(name) === '' ? undefined : amountOf(textOf(name), currency))
  return useMutation({
    mutationFn: () =>
      call('createBonusRule', {
        body: {
          ...{ kind, market, title },
          ...(titles.hi.trim() + titles.af.trim() === ''
            ? {}
            : { titles: { hi: titles.hi.trim() || undefined, af: titles.af.trim() || undefined } }),
          max_amount: amountOf(textOf('max_amount'), currency),
          percent: numberOf('percent'),
          min_deposit: moneyOf('min_deposit'),
          play_amount: moneyOf('play_amount'),
          wager_times: numberOf('wager_times'),
          valid_days: numberOf('valid_days'),
          ends_in_days: numberOf('ends_in_days'),
          claim_rules: kind === 'referral' ? undefined : rulesOf(rules),
        },
      }),
    onSuccess(reply) {
      refresh('bonuses', 'changes', 'audit')
      toast(reply.waits ? en.changes.waits : fill(words.created, { title }), 'good')
      close()
    },
  })
}

/** Form for a new offer; shows and sends only the figures of its kind. */
export function NewBonus({ close }: { close: () => void }) {
  const { four_eyes: markets } = useMe()
  const [title, setTitle] = useState('')
  const [titles, setTitles] = useState({ hi: '', af: '' })
  const [kind, setKind] = useState<BonusKind>('welcome')
  const [market, setMarket] = useState<Market>(markets[0]?.market ?? 'NA')
  const [values, setValues] = useState<Partial<Record<Figure, string>>>({})
  const valueOf = ({ name, start }: (typeof figures)[number]) => values[name] ?? start
  const currency = markets.find((row) => row.market === market)?.currency ?? 'NAD'
  const asked = figures.filter(({ of }) => of.some((one) => one === kind))
  const textOf = (name: Figure) => {
    const figure = asked.find((one) => one.name === name)
    return figure ? valueOf(figure).trim() : ''
  }
  const [rules, setRules] = useState(noRules)
  const create = useCreate({ kind, market, title, titles, currency, textOf, rules, close })
  const most = amountOf(textOf('max_amount'), currency)
  const errors = (field: string) => errorsOf(create.error, field)
  return (
    <ActionForm title={words.make} lead={words.kindTexts[kind]} confirm={words.create} action={create} cancel={close}>
      <TextField label={words.name} {...asTyped(title, setTitle, errors('title'))} maxLength={80} autoFocus required />
      <div className={form['pair']}>
        {(['hi', 'af'] as const).map((language) => (
          <TextField
            key={language}
            label={words.titleIn[language]}
            value={titles[language]}
            onChange={(event) => setTitles({ ...titles, [language]: event.target.value })}
            errors={errors(`titles.${language}`)}
            maxLength={80}
            lang={language}
          />
        ))}
        <ChoiceField
          label={words.kind}
          words={words.kinds}
          choices={kinds}
          value={kind}
          set={setKind}
          errors={errors('kind')}
        />
        <MarketField label={words.market} value={market} set={setMarket} errors={errors('market')} />
        {asked.map((figure) => (
          <TextField
            key={figure.name}
            label={labelOf(figure.name, kind)}
            hint={hints[figure.name]}
            value={valueOf(figure)}
            onChange={(event) => setValues({ ...values, [figure.name]: event.target.value })}
            errors={errors(figure.name)}
            inputMode={figure.mode}
            autoComplete="off"
            required={!figure.optional}
          />
        ))}
      </div>
      {kind === 'referral' ? null : (
        <ClaimRuleFields rules={rules} set={setRules} market={market} error={create.error} />
      )}
      <Liability
        of={[market, most]}
        ask={() => call('bonusLiability', { body: { market, max_amount: most } })}
        isReady={parseAmount(most) !== undefined}
      />
    </ActionForm>
  )
}
