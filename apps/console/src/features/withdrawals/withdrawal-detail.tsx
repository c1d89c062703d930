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
import { Reveal } from '../../shared/reveal.tsx'
import { WaitingNote } from '../../shared/waiting-note.tsx'
import { en } from '../../shared/words/en.ts'
import { LinkedPlayers } from './linked-players.tsx'
import { isOpenWithdrawal } from './open-states.ts'
import { PayoutBar } from './payout-bar.tsx'
import { fetchWithdrawal, toPay, withdrawalKey, type Withdrawal } from './withdrawal-query.ts'

const words = en.withdrawals
/** One withdrawal: payee, risk flags, possible actions. */
export function WithdrawalDetail({ id }: { id: string }) {
  const interval = useLiveInterval()
  const asked = useQuery({ queryKey: withdrawalKey(id), queryFn: () => fetchWithdrawal(id), refetchInterval: interval })
  useKeyHold(asked.isPending)
  if (asked.data)
    return (
      <>
        <WaitingNote waiting={asked.data.waiting} />
        <Detail withdrawal={asked.data.withdrawal} isStale={asked.isError} />
      </>
    )
  if (asked.error)
    return (
      <Failure message={sentenceOf(asked.error)} retry={() => void asked.refetch()} retryLabel={en.console.retry} />
    )
  return <Skeleton lines={8} label={en.console.loading} />
}

function Detail({ withdrawal, isStale }: { withdrawal: Withdrawal; isStale: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
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
            {formatMoney(withdrawal.amount, withdrawal.currency)}
          </h2>
          <StateBadge state={withdrawal.state} />
          <PayerBadges player={withdrawal.player} currency={withdrawal.currency} />
          <span className={styles['quiet']}>
            {isOpenWithdrawal(withdrawal)
              ? `${en.money.age} ${formatWait(withdrawal.age_s)}`
              : withdrawal.reason && translate(withdrawal.reason)}
          </span>
          <code>{withdrawal.id}</code>
        </header>
        {isStale ? <Notice tone="warn">{en.console.stale}</Notice> : null}
        <Holds id="withdrawal-holds" title={en.holds.noPayout} reasons={withdrawal.stops} />
        {isOpenWithdrawal(withdrawal) ? (
          <>
            <Warnings warnings={withdrawal.warnings} />
            <LinkedPlayers playerId={withdrawal.player.id} />
          </>
        ) : null}
        <div className={styles['columns']}>
          <div className={styles['screen']}>
            <section className={styles['block']}>
              <h3>{words.payTo}</h3>
              <Facts
                rows={[
                  { label: words.toPay, value: toPay(withdrawal) },
                  { label: words.payCode, value: '', copy: withdrawal.pay_code },
                  ...withdrawal.pay_to.map(({ field, value }) => ({
                    label: words.payToFields[field],
                    value,
                    copy: value,
                  })),
                ]}
              />
              <Reveal playerId={withdrawal.player.id} field="pay_to" withdrawalId={withdrawal.id} />
            </section>
            <PayoutBar withdrawal={withdrawal} focus={focus} footer={footer} />
          </div>
          <WithdrawalFacts withdrawal={withdrawal} />
          <Steps timeline={withdrawal.timeline} />
          <PlayerMessages about={withdrawal.id} />
          <Trail subject={withdrawal.id} />
        </div>
      </div>
      <footer ref={setFooter} className={styles['decide']} aria-label={en.deposits.decide} />
    </article>
  )
}

function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { player, currency } = withdrawal
  return (
    <Facts
      rows={[
        { label: words.amount, value: formatMoney(withdrawal.amount, currency) },
        { label: words.fee, value: formatMoney(withdrawal.fee, currency) },
        { label: en.money.player, value: <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link> },
        { label: en.money.mobile, value: `${player.mobile} (${en.market[player.market]})` },
        { label: words.requested, value: formatExactTime(withdrawal.requested_at) },
        ...(withdrawal.expected_by === null
          ? []
          : [{ label: words.expectedBy, value: formatTime(withdrawal.expected_by) }]),
        ...(withdrawal.payment_reference === null
          ? []
          : [{ label: words.paidReference, value: '', copy: withdrawal.payment_reference }]),
      ]}
    />
  )
}
