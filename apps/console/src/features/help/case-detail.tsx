import { translate } from '../../shared/translate.ts'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { PaymentCase } from '@dhow/contract/payment-cases'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Kbd } from '@dhow/ui/kbd'
import { pathOf } from '../../app/paths.ts'
import { formatWait, formatMoney, formatExactTime } from '../../shared/format.ts'
import { useKeys } from '../../shared/keys.tsx'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { PlayerMessages } from '../../shared/queue/player-messages.tsx'
import { StateBadge } from '../../shared/queue/state-badge.tsx'
import { Steps } from '../../shared/queue/steps.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { useHeading } from '../../shared/queue/use-detail.ts'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { CaseAssigned } from './case-assigned.tsx'
import { SettleForm } from './settle-form.tsx'

const words = en.cases
interface Shown {
  shown: PaymentCase
  settled: (ended: PaymentCase) => void
  /** Called when a form opens or closes. */
  deciding: (isDeciding: boolean) => void
}

/** One case: why it does not match, the service's statuses, and actions to settle it. */
export function CaseDetail({ shown, settled, deciding }: Shown) {
  const { heading, focus } = useHeading()
  const waits = shown.state === 'review'
  return (
    <article className={styles['screen']}>
      <header className={styles['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {shown.amount === null ? words.noAmount : formatMoney(shown.amount, shown.currency)}
        </h2>
        <StateBadge state={shown.state} />
        {waits ? <span className={styles['quiet']}>{`${en.money.age} ${formatWait(shown.age_s)}`}</span> : null}
        <code>{shown.id}</code>
      </header>
      {waits && shown.reasons.length > 0 ? <Reasons reasons={shown.reasons} /> : null}
      <div className={styles['columns']}>
        <div className={styles['screen']}>
          <CaseFacts shown={shown} />
          {waits ? <SettleBar shown={shown} settled={settled} deciding={deciding} focus={focus} /> : null}
        </div>
        <div className={styles['screen']}>
          {waits ? <CaseAssigned shown={shown} /> : null}
          <Steps timeline={shown.timeline} />
          <PlayerMessages about={shown.id} />
          <Trail subject={shown.id} />
        </div>
      </div>
    </article>
  )
}

function CaseFacts({ shown: { kind, amount, currency, reference, player, opened_at } }: { shown: PaymentCase }) {
  return (
    <Facts
      rows={[
        { label: words.kind, value: words.kinds[kind] },
        { label: words.amount, value: amount === null ? words.noAmount : formatMoney(amount, currency) },
        reference === null
          ? { label: words.reference, value: words.noReference }
          : { label: words.reference, value: '', copy: reference },
        { label: en.money.player, value: <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link> },
        { label: en.money.mobile, value: player.mobile },
        { label: words.opened, value: formatExactTime(opened_at) },
      ]}
    />
  )
}

function SettleBar({ shown, settled, deciding, focus }: Shown & { focus: () => void }) {
  const [outcome, setOutcome] = useState<'credit' | 'refuse'>()
  useEffect(() => {
    deciding(outcome !== undefined)
    return () => deciding(false)
  }, [deciding, outcome])
  const maySettle = usePermission('cases.settle')
  const keysWork = maySettle && outcome === undefined
  useKeys({
    a: keysWork ? () => setOutcome('credit') : undefined,
    r: keysWork ? () => setOutcome('refuse') : undefined,
  })
  if (!maySettle) return <Notice tone="info">{words.viewOnly}</Notice>
  const close = () => {
    setOutcome(undefined)
    focus()
  }
  return (
    <div className={styles['bar']} data-form={outcome !== undefined}>
      {outcome === undefined ? (
        <div className={styles['buttons']}>
          <Button onClick={() => setOutcome('credit')}>
            {words.credit} <Kbd>a</Kbd>
          </Button>
          <Button kind="danger" onClick={() => setOutcome('refuse')}>
            {words.refuse} <Kbd>r</Kbd>
          </Button>
        </div>
      ) : (
        <SettleForm key={outcome} shown={shown} outcome={outcome} settled={settled} close={close} />
      )}
    </div>
  )
}

/** Reasons why a payment is pending: one sentence, or a list. */
function Reasons({ reasons }: { reasons: PaymentCase['reasons'] }) {
  const [first, ...further] = reasons.map((reason) => translate(reason))
  return (
    <Notice tone="warn">
      {further.length === 0 ? (
        first
      ) : (
        <ul className={styles['warning']}>
          {[first, ...further].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
