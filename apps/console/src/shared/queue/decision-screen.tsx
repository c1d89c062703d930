import { useState, type ComponentProps, type ReactNode } from 'react'
import { formatWait, formatMoney } from '../format.ts'
import { translate } from '../translate.ts'
import { en } from '../words/en.ts'
import styles from './detail.module.css'
import { PayerBadges } from './holds.tsx'
import { NextInQueue } from './next-in-queue.tsx'
import { PlayerMessages } from './player-messages.tsx'
import { StateBadge } from './state-badge.tsx'
import { Steps } from './steps.tsx'
import { Trail } from './trail.tsx'
import { useHeading } from './use-detail.ts'

/** A deposit or a withdrawal, as its head and its history show it. */
interface Payment extends ComponentProps<typeof PayerBadges> {
  id: string
  state: string
  age_s: number
  reason: Parameters<typeof translate>[0] | null
  timeline: ComponentProps<typeof Steps>['timeline']
}

/**
 * Screen of a payment to decide: head, warnings, columns that end with the history, and a sticky footer with the decision
 * buttons.
 */
export function DecisionScreen({
  payment,
  amount,
  isOpen,
  above,
  children,
}: {
  payment: Payment
  amount: string
  isOpen: boolean
  /** Warnings against it. */
  above: ReactNode
  children: (parts: { focus: () => void; footer: HTMLElement | null }) => ReactNode
}) {
  const { id, state, player, currency, reason } = payment
  const { heading, focus } = useHeading()
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  return (
    <article className={styles['decided']}>
      <div className={styles['screen']}>
        <header className={styles['head']}>
          <h2 ref={heading} tabIndex={-1}>
            {formatMoney(amount, currency)}
          </h2>
          <StateBadge state={state} />
          <PayerBadges player={player} currency={currency} />
          <span className={styles['quiet']}>
            {isOpen ? `${en.money.age} ${formatWait(payment.age_s)}` : reason && translate(reason)}
          </span>
          <code>{id}</code>
        </header>
        {above}
        <div className={styles['columns']}>
          {children({ focus, footer })}
          <Steps timeline={payment.timeline} />
          <PlayerMessages about={id} />
          <Trail subject={id} />
        </div>
      </div>
      <footer ref={setFooter} className={styles['decide']} aria-label={en.deposits.decide}>
        <NextInQueue />
      </footer>
    </article>
  )
}
