import type { NoticeChannel } from '@dhow/contract/notice-channels'
import { noticeKinds, type NoticeKind, type NoticeRule } from '@dhow/contract/notices'
import { keysOf } from '@dhow/contract/keys-of'
import type { Currency } from '@dhow/contract/money'
import { overviewQueues } from '@dhow/contract/overview'
import type { Market } from '@dhow/contract/shapes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import form from '../../shared/form.module.css'
import { amountOf } from '../../shared/format.ts'
import { MarketField } from '../../shared/market-field.tsx'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './notices.module.css'

const words = en.notices
const kinds = keysOf(noticeKinds)

interface Typed {
  name: string
  kind: NoticeKind
  queue: (typeof overviewQueues)[number]
  minutes: string
  market: Market
  amount: string
  hours: string
  quiet: string
  channels: string[]
  enabled: boolean
}

const toTyped = (rule: NoticeRule | undefined): Typed => ({
  name: rule?.name ?? '',
  kind: rule?.kind ?? 'queue',
  queue: rule?.queue ?? 'deposits',
  minutes: String(rule?.minutes ?? 15),
  market: rule?.market ?? 'NA',
  amount: rule?.amount ?? '',
  hours: String(rule?.hours ?? 48),
  quiet: String(rule?.quiet_minutes ?? 60),
  channels: rule?.channels ?? [],
  enabled: rule?.enabled ?? true,
})

/** Request body: only the fields of the chosen kind. */
function bodyOf({ kind, name, enabled, queue, market, ...typed }: Typed, currency: Currency | undefined) {
  const amount = currency === undefined ? typed.amount : amountOf(typed.amount, currency)
  return {
    ...{ name, kind, enabled, channels: typed.channels, quiet_minutes: Number(typed.quiet) },
    ...(kind === 'queue' ? { queue, minutes: Number(typed.minutes) } : {}),
    ...(kind === 'withdrawal' ? { market, amount } : {}),
    ...(kind === 'complaint' ? { hours: Number(typed.hours) } : {}),
  }
}

/** Adds or changes a rule. */
export function RuleForm({
  rule,
  channels,
  close,
}: {
  rule: NoticeRule | undefined
  channels: NoticeChannel[]
  close: () => void
}) {
  const [typed, setTyped] = useState(() => toTyped(rule))
  const change = (more: Partial<Typed>) => setTyped({ ...typed, ...more })
  const { four_eyes: markets } = useMe()
  const refresh = useRefresh()
  const save = useMutation({
    mutationFn() {
      const body = bodyOf(typed, markets.find((row) => row.market === typed.market)?.currency)
      return rule ? call('changeNoticeRule', { params: { id: rule.id }, body }) : call('addNoticeRule', { body })
    },
    onSuccess() {
      refresh('notice-rules', 'notices', 'audit')
      close()
    },
  })
  const errors = (field: string) => errorsOf(save.error, field)
  return (
    <ActionForm
      title={rule ? words.changeRule : words.addRule}
      lead={words.ruleLead}
      confirm={words.save}
      action={save}
      cancel={close}
    >
      <div className={form['pair']}>
        <TextField
          label={words.name}
          {...asTyped(typed.name, (name) => change({ name }), errors('name'))}
          maxLength={60}
          autoComplete="off"
          autoFocus
          required
        />
        <ChoiceField
          label={words.kind}
          choices={kinds}
          words={words.kinds}
          value={typed.kind}
          set={(kind) => change({ kind })}
          errors={errors('kind')}
        />
        <KindFields typed={typed} change={change} errors={errors} />
        <TextField
          label={words.quiet}
          hint={words.quietHint}
          type="number"
          min={5}
          max={10_080}
          {...asTyped(typed.quiet, (quiet) => change({ quiet }), errors('quiet_minutes'))}
          required
        />
      </div>
      <ChannelChoice channels={channels} chosen={typed.channels} set={(chosen) => change({ channels: chosen })} />
      <CheckField checked={typed.enabled} onChange={() => change({ enabled: !typed.enabled })}>
        {words.isOn}
      </CheckField>
    </ActionForm>
  )
}

/** Choice of the channels that a rule sends to. */
function ChannelChoice({
  channels,
  chosen,
  set,
}: {
  channels: NoticeChannel[]
  chosen: string[]
  set: (chosen: string[]) => void
}) {
  return (
    <fieldset className={styles['choices']}>
      <legend>{words.goesTo}</legend>
      {channels.length === 0 ? <p>{words.noChannelsYet}</p> : null}
      {channels.map(({ id, name }) => (
        <CheckField
          key={id}
          checked={chosen.includes(id)}
          onChange={() => set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
        >
          {name}
        </CheckField>
      ))}
    </fieldset>
  )
}

/** Fields of the chosen kind. */
function KindFields({
  typed,
  change,
  errors,
}: {
  typed: Typed
  change: (more: Partial<Typed>) => void
  errors: (field: string) => string[] | undefined
}) {
  if (typed.kind === 'queue')
    return (
      <>
        <ChoiceField
          label={words.queue}
          choices={overviewQueues}
          words={en.overview.queueNames}
          value={typed.queue}
          set={(queue) => change({ queue })}
          errors={errors('queue')}
        />
        <TextField
          label={words.minutes}
          type="number"
          min={1}
          max={43_200}
          {...asTyped(typed.minutes, (minutes) => change({ minutes }), errors('minutes'))}
          required
        />
      </>
    )
  if (typed.kind === 'withdrawal')
    return (
      <>
        <MarketField
          label={words.market}
          value={typed.market}
          set={(market) => change({ market })}
          errors={errors('market')}
        />
        <TextField
          label={words.amount}
          inputMode="decimal"
          {...asTyped(typed.amount, (amount) => change({ amount }), errors('amount'))}
          autoComplete="off"
          required
        />
      </>
    )
  if (typed.kind === 'complaint')
    return (
      <TextField
        label={words.hours}
        type="number"
        min={1}
        max={2_160}
        {...asTyped(typed.hours, (hours) => change({ hours }), errors('hours'))}
        required
      />
    )
  return null
}
