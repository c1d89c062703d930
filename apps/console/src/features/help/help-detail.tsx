import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { StaffHelpCase } from '@dhow/contract/help'
import { Button } from '@dhow/ui/button'
import { Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { TextAreaField } from '@dhow/ui/field'
import { Kbd } from '@dhow/ui/kbd'
import { useToast } from '@dhow/ui/toast'
import { pathOf } from '../../app/paths.ts'
import { call, errorsOf, hasFieldErrors, sentenceOf } from '../../shared/api.ts'
import { age, fill, money, whenExactly } from '../../shared/format.ts'
import { useKeys } from '../../shared/keys.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { StateBadge } from '../../shared/queue/state-badge.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { replaceShown } from '../../shared/queue/use-decision.ts'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import cases from './cases.module.css'

const words = en.cases
const keyOf = (id: string) => ['help-case', id]

/** A player's question about a payment: what was written, the payment beside it, and room for the answer. */
export function HelpDetail({ id }: { id: string }) {
  const interval = useLiveInterval()
  const asked = useQuery({
    queryKey: keyOf(id),
    queryFn: () => call('staffGetHelpCase', { params: { id } }),
    refetchInterval: interval,
  })
  if (asked.data) return <Shown one={asked.data.case} isStale={asked.isError} />
  if (asked.error)
    return (
      <Failure message={sentenceOf(asked.error)} retry={() => void asked.refetch()} retryLabel={en.console.retry} />
    )
  return <Skeleton lines={8} label={en.console.loading} />
}

function Shown({ one, isStale }: { one: StaffHelpCase; isStale: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { payment, player } = one
  const amount = payment.amount === '0.00' ? words.noAmount : money(payment.amount, payment.currency)
  return (
    <article className={styles['screen']}>
      <header className={styles['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {fill(words.helpOf, { player: player.player_name })}
        </h2>
        <StateBadge state={one.state} />
        {one.state === 'waiting' ? (
          <span className={styles['quiet']}>{`${en.money.age} ${age(one.age_s)}`}</span>
        ) : null}
        <code>{one.id}</code>
      </header>
      {isStale ? <Notice tone="warn">{en.console.stale}</Notice> : null}
      <div className={styles['columns']}>
        <div className={styles['screen']}>
          <ol className={cases['messages']} aria-label={words.messages}>
            {one.messages.map((message) => (
              <li key={`${message.at} ${message.from}`} data-from={message.from}>
                <p className={styles['quiet']}>
                  <strong>{message.operator ?? player.player_name}</strong> {whenExactly(message.at)}
                </p>
                <p className={cases['words']}>{message.text}</p>
              </li>
            ))}
          </ol>
          <AnswerForm key={one.id} one={one} />
        </div>
        <div className={styles['screen']}>
          <Facts
            rows={[
              {
                label: words.payment,
                value: <Link to={pathOf(one.payment_id) ?? ''}>{`${words.paymentKinds[payment.kind]} ${amount}`}</Link>,
              },
              { label: words.method, value: payment.method },
              { label: words.status, value: words.statuses[payment.status] },
              { label: en.money.player, value: <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link> },
              { label: en.money.mobile, value: `${player.mobile} (${en.market[player.market]})` },
              { label: words.opened, value: whenExactly(one.opened_at) },
            ]}
          />
          <Trail subject={one.payment_id} />
        </div>
      </div>
    </article>
  )
}

function AnswerForm({ one }: { one: StaffHelpCase }) {
  const [text, setText] = useState('')
  const client = useQueryClient()
  const refresh = useRefresh()
  const toast = useToast()
  const box = useRef<HTMLFormElement>(null)
  useKeys({ a: () => box.current?.querySelector('textarea')?.focus() })
  const action = useMutation({
    mutationFn: (how: 'answer' | 'settle' | 'close') =>
      how === 'close'
        ? call('closeHelp', { params: { id: one.id }, body: {} })
        : call('answerHelp', { params: { id: one.id }, body: { text: text.trim(), close: how === 'settle' } }),
    onSuccess(reply, how) {
      replaceShown(client, keyOf(one.id), reply)
      refresh('help-cases', 'audit', 'me')
      if (how !== 'close') setText('')
      toast(how === 'close' ? words.closedDone : fill(words.answeredDone, { player: one.player.player_name }), 'good')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!action.isPending) action.mutate('answer')
  }
  return (
    <form method="post" ref={box} className={styles['action']} onSubmit={submit} aria-label={words.answer}>
      <TextAreaField
        label={words.answer}
        hint={words.answerHint}
        rows={4}
        maxLength={1_000}
        required
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          if (action.error) action.reset()
        }}
        errors={errorsOf(action.error, 'text')}
      />
      {action.error && !hasFieldErrors(action.error) ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(action.error)}
        </Notice>
      ) : null}
      <div className={styles['buttons']}>
        <Button type="submit" busy={action.isPending}>
          {words.sendAnswer} <Kbd>a</Kbd>
        </Button>
        <Button
          kind="quiet"
          busy={action.isPending}
          disabled={text.trim() === ''}
          onClick={() => action.mutate('settle')}
        >
          {words.sendAndClose}
        </Button>
        {one.state === 'closed' ? null : (
          <Button kind="plain" busy={action.isPending} onClick={() => action.mutate('close')}>
            {words.closeCase}
          </Button>
        )}
      </div>
    </form>
  )
}
