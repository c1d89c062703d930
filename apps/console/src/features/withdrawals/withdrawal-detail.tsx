import { Link } from 'react-router'
import { pathOf } from '../../app/paths.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatMoney, formatTime, formatExactTime } from '../../shared/format.ts'
import { DecisionScreen } from '../../shared/queue/decision-screen.tsx'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { Holds } from '../../shared/queue/holds.tsx'
import { useShown } from '../../shared/queue/use-detail.ts'
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
  const asked = useShown(withdrawalKey(id), () => fetchWithdrawal(id))
  return (
    <Asked query={asked}>
      {({ withdrawal, waiting }) => (
        <>
          <WaitingNote waiting={waiting} />
          <Detail withdrawal={withdrawal} />
        </>
      )}
    </Asked>
  )
}

function Detail({ withdrawal }: { withdrawal: Withdrawal }) {
  const isOpen = isOpenWithdrawal(withdrawal)
  return (
    <DecisionScreen
      payment={withdrawal}
      amount={withdrawal.amount}
      isOpen={isOpen}
      above={
        <>
          <Holds id="withdrawal-holds" title={en.holds.noPayout} reasons={withdrawal.stops} />
          {isOpen ? <Warnings warnings={withdrawal.warnings} /> : null}
          {isOpen ? <LinkedPlayers playerId={withdrawal.player.id} /> : null}
        </>
      }
    >
      {({ focus, footer }) => (
        <>
          <div className={styles['screen']}>
            <PayTo withdrawal={withdrawal} />
            <PayoutBar withdrawal={withdrawal} focus={focus} footer={footer} />
          </div>
          <WithdrawalFacts withdrawal={withdrawal} />
        </>
      )}
    </DecisionScreen>
  )
}

function PayTo({ withdrawal }: { withdrawal: Withdrawal }) {
  const rows = withdrawal.pay_to.map(({ field, value }) => ({ label: words.payToFields[field], value, copy: value }))
  return (
    <section className={styles['block']}>
      <h3>{words.payTo}</h3>
      <Facts
        rows={[
          { label: words.toPay, value: toPay(withdrawal) },
          { label: words.payCode, value: '', copy: withdrawal.pay_code },
          ...rows,
        ]}
      />
      <Reveal playerId={withdrawal.player.id} field="pay_to" withdrawalId={withdrawal.id} />
    </section>
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
