import type { PlayLimit } from '@dhow/contract/limits'
import type { PlayerText } from '@dhow/contract/player-texts'
import type { Currency } from '@dhow/contract/money'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, money, toDecimalPoint, symbolOf, when } from '../../shared/format.ts'
import formStyles from '../../shared/page.module.css'
import { loadTexts, say } from '../../shared/say.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'

interface Block {
  kind: string
  until: string | null
}

/** Playing safely: limits that hold at once when lowered, a break, and exclusion. Withdrawals are never touched by them. */
export function Limits({
  limits,
  block,
  currency,
  changed,
}: {
  limits: PlayLimit[]
  block: Block | null
  currency: Currency
  changed: () => void
}) {
  const words = useWords().limits
  return (
    <Card>
      <Stack>
        <h2>{words.title}</h2>
        <p className={styles['quiet']}>{words.lead}</p>
        {block ? (
          <Notice tone="warn">
            {block.until ? fill(words.blockedUntil, { when: when(block.until) }) : words.blockedForGood}
          </Notice>
        ) : null}
        <div>
          {limits.map((limit) => (
            <LimitRow key={`${limit.kind}-${limit.period}`} limit={limit} currency={currency} changed={changed} />
          ))}
        </div>
        {block ? null : (
          <>
            <Break changed={changed} />
            <Exclusion changed={changed} />
          </>
        )}
      </Stack>
    </Card>
  )
}

function LimitRow({ limit, currency, changed }: { limit: PlayLimit; currency: Currency; changed: () => void }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const [amount, setAmount] = useState(limit.amount ?? '')
  const toast = useToast()
  const { kind, period } = limit
  const tell = async (work: Promise<{ text: PlayerText }>) => {
    const { text } = await work
    await loadTexts().catch(() => undefined)
    toast(say(text) || words.profile.saved, 'good')
    setOpen(false)
    changed()
  }
  const set = useSubmit(['amount'], () => tell(call('setLimit', { body: { kind, period, amount: amount.trim() } })))
  const take = useSubmit([], () => tell(call('setLimit', { body: { kind, period, amount: null } })))
  const confirm = useSubmit([], () => tell(call('confirmLimit', { body: { kind, period } })))
  const keep = useSubmit([], () => tell(call('confirmLimit', { body: { kind, period, keep: true } })))
  const title = `${words.limits.kinds[kind]}, ${words.limits.periods[period]}`
  const used = money(limit.used, currency)
  return (
    <div className={styles['limit']}>
      <Row spread>
        <div>
          <strong>{title}</strong>
          <p className={styles['quiet']}>
            {limit.amount === null
              ? `${words.limits.none} · ${fill(words.limits.usedFree, { used })}`
              : fill(words.limits.used, { used, amount: money(limit.amount, currency) })}
          </p>
        </div>
        <Button
          kind="quiet"
          small
          aria-expanded={open}
          aria-label={`${words.limits.set}: ${title}`}
          onClick={() => setOpen(!open)}
        >
          {words.limits.set}
        </Button>
      </Row>
      {limit.amount === null ? null : <progress value={limit.used} max={limit.amount} aria-label={title} />}
      {limit.pending ? (
        <>
          <Notice>
            {limit.pending.amount === null
              ? fill(words.limits.pendingNone, { when: when(limit.pending.possible_at) })
              : fill(words.limits.pendingRaise, {
                  amount: money(limit.pending.amount, currency),
                  when: when(limit.pending.possible_at),
                })}
          </Notice>
          <Row>
            <Button kind="quiet" small busy={confirm.busy} onClick={() => void confirm.submit()}>
              {words.limits.confirm}
            </Button>
            <Button kind="plain" small busy={keep.busy} onClick={() => void keep.submit()}>
              {words.limits.keep}
            </Button>
          </Row>
          <FormMessage>{confirm.message ?? keep.message}</FormMessage>
        </>
      ) : null}
      {open ? (
        <form method="post" className={formStyles['form']} onSubmit={(event) => void set.submit(event)} noValidate>
          <TextField
            label={`${words.limits.newLimit} (${symbolOf(currency)})`}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => {
              setAmount(toDecimalPoint(event.target.value))
              set.clear('amount')
            }}
            errors={set.fields['amount']}
          />
          <FormMessage>{set.message ?? take.message}</FormMessage>
          <Row>
            <Button type="submit" small busy={set.busy}>
              {words.auth.save}
            </Button>
            {limit.amount === null ? null : (
              <Button kind="plain" small busy={take.busy} onClick={() => void take.submit()}>
                {words.limits.take}
              </Button>
            )}
          </Row>
        </form>
      ) : null}
    </div>
  )
}

function Break({ changed }: { changed: () => void }) {
  const { limits: words, profile } = useWords()
  const [days, setDays] = useState('1')
  const toast = useToast()
  const form = useSubmit([], async () => {
    const { text } = await call('takeTimeOut', { body: { days: Number(days) } })
    await loadTexts().catch(() => undefined)
    toast(say(text) || profile.saved, 'good')
    changed()
  })
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)}>
      <h3>{words.breakTitle}</h3>
      <p className={styles['quiet']}>{words.breakLead}</p>
      <SelectField label={words.days} value={days} onChange={(event) => setDays(event.target.value)}>
        {[1, 3, 7, 14, 30, 42].map((count) => (
          <option key={count} value={count}>
            {count === 1 ? words.day : fill(words.dayMany, { days: count })}
          </option>
        ))}
      </SelectField>
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" kind="quiet" busy={form.busy}>
        {words.takeBreak}
      </Button>
    </form>
  )
}

function Exclusion({ changed }: { changed: () => void }) {
  const { limits: words, profile } = useWords()
  const [months, setMonths] = useState('6')
  const [typed, setTyped] = useState('')
  const toast = useToast()
  const form = useSubmit(['confirm'], async () => {
    const body = { months: months === 'ever' ? null : Number(months), confirm: typed.trim() as 'EXCLUDE' }
    const { text } = await call('excludeSelf', { body })
    await loadTexts().catch(() => undefined)
    toast(say(text) || profile.saved, 'good')
    changed()
  })
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
      <h3>{words.excludeTitle}</h3>
      <p className={styles['quiet']}>{words.excludeLead}</p>
      <SelectField label={words.days} value={months} onChange={(event) => setMonths(event.target.value)}>
        {[6, 12, 24, 60].map((count) => (
          <option key={count} value={count}>
            {fill(words.months, { months: count })}
          </option>
        ))}
        <option value="ever">{words.forGood}</option>
      </SelectField>
      <TextField
        label={words.confirmWord}
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          form.clear('confirm')
        }}
        errors={form.fields['confirm']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" kind="danger" busy={form.busy}>
        {words.exclude}
      </Button>
    </form>
  )
}
