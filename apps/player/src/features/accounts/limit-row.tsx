import type { PlayLimit } from '@dhow/contract/limits'
import type { PlayerText } from '@dhow/contract/player-texts'
import type { Currency } from '@dhow/contract/money'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { Row } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, money, symbolOf, toDecimalPoint, when } from '../../shared/format.ts'
import formStyles from '../../shared/page.module.css'
import { loadTexts, say } from '../../shared/say.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'

interface RowProps {
  limit: PlayLimit
  currency: Currency
  changed: () => void
}

/** Saves a change of a limit and says what it did. */
function useSaved(changed: () => void) {
  const { profile } = useWords()
  const toast = useToast()
  return async (work: Promise<{ text: PlayerText }>) => {
    const { text } = await work
    await loadTexts().catch(() => undefined)
    toast(say(text) || profile.saved, 'good')
    changed()
  }
}

/** One limit: how much of it is used, a raise that waits, and a form for another amount. */
export function LimitRow({ limit, currency, changed }: RowProps) {
  const { limits: words } = useWords()
  const [open, setOpen] = useState(false)
  const { kind, period } = limit
  const title = words.titles[kind][period]
  const used = money(limit.used, currency)
  return (
    <div className={styles['limit']}>
      <Row spread>
        <div>
          <strong>{title}</strong>
          <p className={styles['quiet']}>
            {limit.amount === null
              ? `${words.none} · ${fill(words.usedFree, { used })}`
              : fill(words.used, { used, amount: money(limit.amount, currency) })}
          </p>
        </div>
        <Button
          kind="quiet"
          small
          aria-expanded={open}
          aria-label={`${words.set}: ${title}`}
          onClick={() => setOpen(!open)}
        >
          {words.set}
        </Button>
      </Row>
      {limit.amount === null ? null : <progress value={limit.used} max={limit.amount} aria-label={title} />}
      <PendingRaise limit={limit} currency={currency} changed={changed} />
      {open ? (
        <LimitForm
          limit={limit}
          currency={currency}
          changed={() => {
            setOpen(false)
            changed()
          }}
        />
      ) : null}
    </div>
  )
}

/** A raise, or an end, that waits for its second confirmation. */
function PendingRaise({ limit: { kind, period, pending }, currency, changed }: RowProps) {
  const { limits: words } = useWords()
  const saved = useSaved(changed)
  const confirm = useSubmit([], () => saved(call('confirmLimit', { body: { kind, period } })))
  const keep = useSubmit([], () => saved(call('confirmLimit', { body: { kind, period, keep: true } })))
  if (!pending) return null
  return (
    <>
      <Notice>
        {pending.amount === null
          ? fill(words.pendingNone, { when: when(pending.possible_at) })
          : fill(words.pendingRaise, { amount: money(pending.amount, currency), when: when(pending.possible_at) })}
      </Notice>
      <Row>
        <Button kind="quiet" small busy={confirm.busy} onClick={() => void confirm.submit()}>
          {words.confirm}
        </Button>
        <Button kind="plain" small busy={keep.busy} onClick={() => void keep.submit()}>
          {words.keep}
        </Button>
      </Row>
      <FormMessage>{confirm.message ?? keep.message}</FormMessage>
    </>
  )
}

function LimitForm({ limit, currency, changed }: RowProps) {
  const { limits: words, auth } = useWords()
  const [amount, setAmount] = useState(limit.amount ?? '')
  const { kind, period } = limit
  const saved = useSaved(changed)
  const set = useSubmit(['amount'], () => saved(call('setLimit', { body: { kind, period, amount: amount.trim() } })))
  const remove = useSubmit([], () => saved(call('setLimit', { body: { kind, period, amount: null } })))
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void set.submit(event)} noValidate>
      <TextField
        label={`${words.newLimit} (${symbolOf(currency)})`}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => {
          setAmount(toDecimalPoint(event.target.value))
          set.clear('amount')
        }}
        errors={set.fields['amount']}
      />
      <FormMessage>{set.message ?? remove.message}</FormMessage>
      <Row>
        <Button type="submit" small busy={set.busy}>
          {auth.save}
        </Button>
        {limit.amount === null ? null : (
          <Button kind="plain" small busy={remove.busy} onClick={() => void remove.submit()}>
            {words.take}
          </Button>
        )}
      </Row>
    </form>
  )
}
