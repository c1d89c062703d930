import { translate } from '../../shared/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { pathOf } from '../../app/paths.ts'
import { sentenceOf } from '../../shared/api.ts'
import { formatWait, formatMoney, formatTime, formatExactTime } from '../../shared/format.ts'
import { useKeyHold } from '../../shared/keys.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { PlayerMessages } from '../../shared/queue/player-messages.tsx'
import { Holds, PayerBadges } from '../../shared/queue/holds.tsx'
import { StateBadge } from '../../shared/queue/state-badge.tsx'
import { Steps } from '../../shared/queue/steps.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { Warnings } from '../../shared/queue/warnings.tsx'
import { en } from '../../shared/words/en.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'
import { isOpenDeposit } from './open-states.ts'
import { ProofViewer } from './proof-viewer.tsx'
import { ReviewBar } from './review-bar.tsx'

const words = en.deposits

/** One deposit: declared data, risk flags, screenshot, possible actions. */
export function DepositDetail({ id }: { id: string }) {
  const interval = useLiveInterval()
  const asked = useQuery({ queryKey: depositKey(id), queryFn: () => fetchDeposit(id), refetchInterval: interval })
  useKeyHold(asked.isPending)
  if (asked.data) return <Detail deposit={asked.data.deposit} isStale={asked.isError} />
  if (asked.error)
    return (
      <Failure message={sentenceOf(asked.error)} retry={() => void asked.refetch()} retryLabel={en.console.retry} />
    )
  return <Skeleton lines={8} label={en.console.loading} />
}

function Detail({ deposit, isStale }: { deposit: Deposit; isStale: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [compared, setCompared] = useState<string>()
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const focus = () => heading.current?.focus({ preventScroll: true })
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <article className={styles['decided']}>
      <div className={styles['screen']}>
        <header className={styles['head']}>
          <h2 ref={heading} tabIndex={-1}>
            {formatMoney(deposit.credited_amount ?? deposit.declared_amount, deposit.currency)}
          </h2>
          <StateBadge state={deposit.state} />
          <PayerBadges player={deposit.player} currency={deposit.currency} />
          <span className={styles['quiet']}>
            {isOpenDeposit(deposit)
              ? `${en.money.age} ${formatWait(deposit.age_s)}`
              : deposit.reason && translate(deposit.reason)}
          </span>
          <code>{deposit.id}</code>
        </header>
        {isStale ? <Notice tone="warn">{en.console.stale}</Notice> : null}
        <Holds id="deposit-holds" title={en.holds.noCredit} reasons={deposit.held} />
        <Warnings warnings={deposit.warnings} compared={compared} compare={setCompared} />
        <div className={styles['columns']}>
          <div className={styles['screen']}>
            <ReviewBar deposit={deposit} focus={focus} footer={footer} />
            <DepositFacts deposit={deposit} />
          </div>
          <div className={styles['screen']}>
            {deposit.proof === 'preparing' || deposit.proof === 'unreadable' ? (
              <Notice tone={deposit.proof === 'unreadable' ? 'warn' : 'info'}>
                {deposit.proof === 'unreadable' ? words.proofUnreadable : words.proofPreparing}
              </Notice>
            ) : null}
            {deposit.proofs > 0 ? (
              <ProofViewer
                key={deposit.proofs}
                depositId={deposit.id}
                player={deposit.player.player_name}
                title={words.proof}
                count={deposit.proofs}
                hasKeys
              />
            ) : deposit.proof === null ? (
              <p className={styles['quiet']}>{words.noProof}</p>
            ) : null}
            {compared ? (
              <ProofViewer key={compared} depositId={compared} player="" title={words.proofOther} hasKeys={false} />
            ) : null}
          </div>
          <Steps timeline={deposit.timeline} />
          <PlayerMessages about={deposit.id} />
          <Trail subject={deposit.id} />
        </div>
      </div>
      <footer ref={setFooter} className={styles['decide']} aria-label={words.decide} />
    </article>
  )
}

function DepositFacts({ deposit }: { deposit: Deposit }) {
  const { player } = deposit
  return (
    <Facts
      rows={[
        { label: words.declared, value: formatMoney(deposit.declared_amount, deposit.currency) },
        ...(deposit.credited_amount === null
          ? []
          : [{ label: words.credited, value: formatMoney(deposit.credited_amount, deposit.currency) }]),
        { label: words.reference, value: deposit.utr, copy: deposit.utr },
        { label: words.code, value: deposit.deposit_code, copy: deposit.deposit_code },
        {
          label: en.money.player,
          value: <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link>,
        },
        { label: en.money.mobile, value: `${player.mobile} (${en.market[player.market]})` },
        { label: words.method, value: `${deposit.method} · ${deposit.rail}` },
        { label: words.paidTo, value: deposit.paid_to },
        ...(deposit.question === null
          ? []
          : [
              {
                label: words.asked,
                value: [translate(deposit.question.text), deposit.question.note].filter(Boolean).join(' '),
              },
              { label: words.answered, value: deposit.answer ?? words.notAnswered },
            ]),
        { label: words.submitted, value: formatExactTime(deposit.submitted_at) },
        ...(deposit.expected_by === null ? [] : [{ label: words.expectedBy, value: formatTime(deposit.expected_by) }]),
      ]}
    />
  )
}
