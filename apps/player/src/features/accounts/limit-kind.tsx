import type { LimitKind, PlayLimit } from '@dhow/contract/limits'
import type { Currency } from '@dhow/contract/money'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Row } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'
import { LimitForm } from './limit-form.tsx'
import { useSaved } from './use-saved.ts'

/** The limits of one kind: a sentence with a bar for each that is set, and one form for all of them. */
export function LimitsOfKind({
  kind,
  limits,
  currency,
  changed,
}: {
  kind: LimitKind
  limits: PlayLimit[]
  currency: Currency
  changed: () => void
}) {
  const { limits: words } = useWords()
  const [isOpen, setOpen] = useState(false)
  const standing = limits.filter(({ amount, pending }) => amount !== null || pending)
  const label = standing.length === 0 ? words.set : words.change
  return (
    <div className={styles['limit']}>
      <Row spread>
        <h3>{words.kinds[kind]}</h3>
        <Button
          kind="quiet"
          small
          aria-expanded={isOpen}
          aria-label={`${label}: ${words.kinds[kind]}`}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Row>
      {standing.length === 0 ? (
        <p className={styles['quiet']}>
          {fill(words.noLimit, {
            used: formatMoney(limits.find(({ period }) => period === 'month')?.used ?? '0', currency),
          })}
        </p>
      ) : (
        standing.map((limit) => (
          <LimitProgress key={limit.period} limit={limit} currency={currency} changed={changed} />
        ))
      )}
      {isOpen ? (
        <LimitForm
          kind={kind}
          limits={limits}
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

interface LimitProgressProps {
  limit: PlayLimit
  currency: Currency
  changed: () => void
}

/** Used part of a limit, and a pending raise. */
function LimitProgress({ limit, currency, changed }: LimitProgressProps) {
  const { limits: words } = useWords()
  const { kind, period, amount, used } = limit
  return (
    <>
      {amount === null ? null : (
        <div>
          <p>
            {fill(words.used[period], { used: formatMoney(used, currency), amount: formatMoney(amount, currency) })}
          </p>
          <progress value={used} max={amount} aria-label={words.titles[kind][period]} />
        </div>
      )}
      <PendingRaise limit={limit} currency={currency} changed={changed} />
    </>
  )
}

/** Pending raise or removal that needs a second confirmation. */
function PendingRaise({ limit: { kind, period, pending }, currency, changed }: LimitProgressProps) {
  const { limits: words } = useWords()
  const saved = useSaved(changed)
  const confirm = useSubmit([], () => saved(call('confirmLimit', { body: { kind, period } })))
  const keep = useSubmit([], () => saved(call('confirmLimit', { body: { kind, period, keep: true } })))
  if (!pending) return null
  return (
    <>
      <Notice>
        <strong>{words.titles[kind][period]}</strong>
        <p>
          {pending.amount === null
            ? fill(words.pendingNone, { when: formatTime(pending.possible_at) })
            : fill(words.pendingRaise, {
                amount: formatMoney(pending.amount, currency),
                when: formatTime(pending.possible_at),
              })}
        </p>
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
