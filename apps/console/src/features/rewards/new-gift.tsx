import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { parseAmount } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { createGift } from '@dhow/contract/gift-envelopes'
import type { Market } from '@dhow/contract/shapes'
import { CopyLine } from '@dhow/ui/copy-line'
import { SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { DoneNotice } from '../../shared/done-notice.tsx'
import { amountOf } from '../../shared/format.ts'
import { Liability } from '../../shared/liability.tsx'
import { MarketField } from '../../shared/market-field.tsx'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { ClaimRuleFields, noRules, rulesOf } from './claim-rule-fields.tsx'
import form from '../../shared/form.module.css'
import styles from './gifts.module.css'

const words = en.gifts
type Kind = 'fixed' | 'split'

/** Fields with whole numbers. */
const countFields = [
  { name: 'claims', label: words.claims, isRequired: true },
  { name: 'expires_in_hours', label: words.hours, isRequired: true },
  { name: 'min_account_age_hours', label: words.minAge, isRequired: false },
] as const

/** Form for a new envelope. Its link is only in this answer, so it is shown until dismissed. */
export function NewGift({ close }: { close: () => void }) {
  const { four_eyes: markets } = useMe()
  const [title, setTitle] = useState('')
  const [market, setMarket] = useState<Market>(markets[0]?.market ?? 'NA')
  const [kind, setKind] = useState<Kind>('fixed')
  const [amount, setAmount] = useState('')
  const [counts, setCounts] = useState({ claims: '10', expires_in_hours: '72', min_account_age_hours: '0' })
  const [rules, setRules] = useState(noRules)
  const { claims } = counts
  const refresh = useRefresh()
  const currency = markets.find((row) => row.market === market)?.currency ?? 'NAD'
  const create = useMutation({
    mutationFn: () =>
      call('createGift', {
        body: {
          title,
          market,
          kind,
          amount: amountOf(amount, currency),
          claims: Number(claims),
          expires_in_hours: Number(counts.expires_in_hours),
          min_account_age_hours: Number(counts.min_account_age_hours),
          claim_rules: rulesOf(rules),
        },
      }),
    onSuccess: () => refresh('gifts', 'changes', 'audit'),
  })
  if (create.data) return <Created reply={create.data} close={close} />

  const each = amountOf(amount, currency)
  const isReady = parseAmount(each) !== undefined && /^\d{1,5}$/.test(claims) && Number(claims) > 0
  const errors = (field: string) => errorsOf(create.error, field)
  return (
    <ActionForm title={words.make} lead={words.lead} confirm={words.create} action={create} cancel={close}>
      <TextField
        label={words.giftTitle}
        {...asTyped(title, setTitle, errors('title'))}
        maxLength={80}
        autoFocus
        required
      />
      <div className={form['pair']}>
        <MarketField label={words.market} value={market} set={setMarket} errors={errors('market')} />
        <KindField kind={kind} set={setKind} errors={errors('kind')} />
        <TextField
          label={kind === 'fixed' ? words.amountFixed : words.amountSplit}
          {...asTyped(amount, setAmount, errors('amount'))}
          inputMode="decimal"
          required
        />
        {countFields.map(({ name, label, isRequired }) => (
          <TextField
            key={name}
            label={label}
            value={counts[name]}
            onChange={(event) => setCounts({ ...counts, [name]: event.target.value })}
            errors={errors(name)}
            inputMode="numeric"
            required={isRequired}
          />
        ))}
      </div>
      <ClaimRuleFields rules={rules} set={setRules} market={market} error={create.error} />
      <Liability
        of={[market, kind, each, claims]}
        ask={() => call('giftLiability', { body: { market, kind, amount: each, claims: Number(claims) } })}
        isReady={isReady}
      />
    </ActionForm>
  )
}

function KindField({ kind, set, errors }: { kind: Kind; set: (kind: Kind) => void; errors: string[] | undefined }) {
  return (
    <SelectField
      label={words.kind}
      value={kind}
      onChange={(event) => set(event.target.value === 'split' ? 'split' : 'fixed')}
      errors={errors}
    >
      <option value="fixed">{words.fixed}</option>
      <option value="split">{words.split}</option>
    </SelectField>
  )
}

function Created({ reply, close }: { reply: ReplyOf<typeof createGift>; close: () => void }) {
  return (
    <DoneNotice tone={reply.waits ? 'warn' : 'good'} done={words.done} close={close}>
      <p>{reply.waits ? en.changes.waits : words.created}</p>
      {reply.link !== null && reply.code !== null ? (
        <dl className={styles['secret']}>
          <CopyLine label={words.link} value={reply.link} words={en.copy} />
          <CopyLine label={words.secret} value={reply.code} words={en.copy} />
        </dl>
      ) : null}
    </DoneNotice>
  )
}
