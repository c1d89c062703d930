import { useState } from 'react'
import { Link } from 'react-router'
import { Notice } from '@dhow/ui/feedback'
import { pathOf } from '../../app/paths.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatMoney, formatTime, formatExactTime } from '../../shared/format.ts'
import { DecisionScreen } from '../../shared/queue/decision-screen.tsx'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { Holds } from '../../shared/queue/holds.tsx'
import { useShown } from '../../shared/queue/use-detail.ts'
import { Warnings } from '../../shared/queue/warnings.tsx'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'
import { isOpenDeposit } from './open-states.ts'
import { ProofViewer } from './proof-viewer.tsx'
import { ReviewBar } from './review-bar.tsx'

const words = en.deposits

/** One deposit: declared data, risk flags, screenshot, possible actions. */
export function DepositDetail({ id }: { id: string }) {
  const asked = useShown(depositKey(id), () => fetchDeposit(id))
  return <Asked query={asked}>{({ deposit }) => <Detail deposit={deposit} />}</Asked>
}

function Detail({ deposit }: { deposit: Deposit }) {
  const [compared, setCompared] = useState<string>()
  return (
    <DecisionScreen
      payment={deposit}
      amount={deposit.credited_amount ?? deposit.declared_amount}
      isOpen={isOpenDeposit(deposit)}
      above={
        <>
          <Holds id="deposit-holds" title={en.holds.noCredit} reasons={deposit.held} />
          <Warnings warnings={deposit.warnings} compared={compared} compare={setCompared} />
        </>
      }
    >
      {({ focus, footer }) => (
        <>
          <div className={styles['screen']}>
            <ReviewBar deposit={deposit} focus={focus} footer={footer} />
            <DepositFacts deposit={deposit} />
          </div>
          <div className={styles['screen']}>
            <Proofs deposit={deposit} />
            {compared ? (
              <ProofViewer key={compared} depositId={compared} player="" title={words.proofOther} hasKeys={false} />
            ) : null}
          </div>
        </>
      )}
    </DecisionScreen>
  )
}

function Proofs({ deposit }: { deposit: Deposit }) {
  const { proof, proofs } = deposit
  return (
    <>
      {proof === 'preparing' || proof === 'unreadable' ? (
        <Notice tone={proof === 'unreadable' ? 'warn' : 'info'}>
          {proof === 'unreadable' ? words.proofUnreadable : words.proofPreparing}
        </Notice>
      ) : null}
      {proofs > 0 ? (
        <ProofViewer
          key={proofs}
          depositId={deposit.id}
          player={deposit.player.player_name}
          title={words.proof}
          count={proofs}
          hasKeys
        />
      ) : proof === null ? (
        <p className={styles['quiet']}>{words.noProof}</p>
      ) : null}
    </>
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
        { label: words.method, value: deposit.method },
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
