import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { parseAmount } from '@dhow/contract/money'
import type { BonusKind } from '@dhow/contract/rewards'
import type { Market } from '@dhow/contract/shapes'
import { SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { amountOf, fill } from '../../shared/format.ts'
import { Liability } from '../../shared/liability.tsx'
import { MarketField } from '../../shared/market-field.tsx'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
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

/** A new offer; only the figures that its kind has are asked for and sent. */
export function NewBonus({ close }: { close: () => void }) {
  const { four_eyes: markets } = useMe()
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<BonusKind>('welcome')
  const [market, setMarket] = useState<Market>(markets[0]?.market ?? 'NA')
  const [values, setValues] = useState(
    () => Object.fromEntries(figures.map((figure) => [figure.name, figure.start])) as Record<Figure, string>,
  )
  const refresh = useRefresh()
  const currency = markets.find((row) => row.market === market)?.currency ?? 'NAD'
  const toast = useToast()
  const asked = figures.filter((figure) => (figure.of as readonly BonusKind[]).includes(kind))
  const textOf = (name: Figure) => (asked.some((figure) => figure.name === name) ? values[name].trim() : '')
  const sent = <Name extends Figure, Value>(name: Name, read: (text: string) => Value) =>
    textOf(name) === '' ? {} : ({ [name]: read(textOf(name)) } as { [Key in Name]: Value })
  const create = useMutation({
    mutationFn: () =>
      call('createBonusRule', {
        body: {
          kind,
          market,
          title,
          max_amount: amountOf(textOf('max_amount'), currency),
          ...sent('percent', Number),
          ...sent('min_deposit', (text) => amountOf(text, currency)),
          ...sent('play_amount', (text) => amountOf(text, currency)),
          ...sent('wager_times', Number),
          ...sent('valid_days', Number),
          ...sent('ends_in_days', Number),
        },
      }),
    onSuccess(reply) {
      refresh('bonuses', 'changes', 'audit')
      toast(reply.waits ? en.changes.waits : fill(words.created, { title }), 'good')
      close()
    },
  })
  const most = amountOf(textOf('max_amount'), currency)
  const errors = (field: string) => errorsOf(create.error, field)
  return (
    <ActionForm title={words.make} lead={words.kindTexts[kind]} confirm={words.create} action={create} cancel={close}>
      <TextField
        label={words.name}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        errors={errors('title')}
        maxLength={80}
        autoFocus
        required
      />
      <div className={form['pair']}>
        <SelectField
          label={words.kind}
          value={kind}
          onChange={(event) => setKind(event.target.value as BonusKind)}
          errors={errors('kind')}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {words.kinds[one]}
            </option>
          ))}
        </SelectField>
        <MarketField label={words.market} value={market} set={setMarket} errors={errors('market')} />
        {asked.map(({ name, mode, optional }) => (
          <TextField
            key={name}
            label={labelOf(name, kind)}
            hint={hints[name]}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            errors={errors(name)}
            inputMode={mode}
            autoComplete="off"
            required={!optional}
          />
        ))}
      </div>
      <Liability
        of={[market, most]}
        ask={() => call('bonusLiability', { body: { market, max_amount: most } })}
        isReady={parseAmount(most) !== undefined}
      />
    </ActionForm>
  )
}
