import type { Deposit } from '@dhow/contract/deposits'
import type { PaymentStatus } from '@dhow/contract/shapes'
import type { Withdrawal } from '@dhow/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Badge } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { paths, paymentPath } from '../app/paths.ts'
import { call } from './api.ts'
import { getDeclaredAmount } from './deposit-amount.ts'
import { fill, formatMoney, formatTime } from './format.ts'
import { Link } from './link.tsx'
import { PaymentBadge } from './payment-state.tsx'
import styles from './page.module.css'
import { translate } from './translate.ts'
import { useSession } from './session.tsx'
import { useWords } from './words/words.tsx'

export interface OpenPayment {
  id: string
  kind: 'deposit' | 'withdrawal'
  what: string
  /** With its currency; null while unknown. */
  amount: string | null
  status: PaymentStatus
  since: string
  expectedBy: string | null
  /** The player has to answer before it goes on. */
  asked: boolean
}

/**
 * Deposits and withdrawals in one list, oldest first. Each state is fetched by its own call, so a payment that changes in between is in two lists: the
 * later state wins.
 */
export function openPaymentsOf(deposits: Deposit[], withdrawals: Withdrawal[]): OpenPayment[] {
  const rows: OpenPayment[] = [
    ...deposits.map((row) => ({
      id: row.id,
      kind: 'deposit' as const,
      what: translate(row.method_text),
      amount: getDeclaredAmount(row),
      status: row.status,
      since: row.submitted_at,
      expectedBy: row.expected_by,
      asked: row.state === 'needs_info',
    })),
    ...withdrawals.map((row) => ({
      id: row.id,
      kind: 'withdrawal' as const,
      what: `${translate(row.account.label_text)} · ${row.account.number}`,
      amount: formatMoney(row.amount, row.currency),
      status: row.status,
      since: row.requested_at,
      expectedBy: row.expected_by,
      asked: false,
    })),
  ]
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((one, other) =>
    one.since.localeCompare(other.since),
  )
}

async function fetchOpen(): Promise<OpenPayment[]> {
  const query = (state: PaymentStatus) => ({ query: { state, limit: 100 } })
  const [pending, processing, asked, paying] = await Promise.all([
    call('depositHistory', query('pending')),
    call('depositHistory', query('processing')),
    call('withdrawHistory', query('pending')),
    call('withdrawHistory', query('processing')),
  ])
  return openPaymentsOf([...pending.data, ...processing.data], [...asked.data, ...paying.data])
}

/** The player's open payments, updated by the live stream. */
export function useOpenPayments() {
  const { listen } = useSession()
  const asked = useQuery({ queryKey: ['open-payments'], queryFn: fetchOpen })
  const { refetch } = asked
  useEffect(
    () =>
      listen((message) => (message.type === 'deposit' || message.type === 'withdrawal' ? void refetch() : undefined)),
    [listen, refetch],
  )
  return asked
}

export function OpenPaymentList({ payments }: { payments: OpenPayment[] }) {
  const words = useWords()
  return (
    <Stack as="ul">
      {payments.map((row) => (
        <li key={row.id} className={styles['open']}>
          <Row spread>
            <Link to={paymentPath(row.id)}>
              {words.payment.kinds[row.kind]} {row.amount === null ? null : <Money>{row.amount}</Money>}
            </Link>
            <PaymentBadge status={row.status} />
          </Row>
          <p>{row.what}</p>
          {row.asked ? (
            <div>
              <Badge tone="warn">{words.payments.question}</Badge>
            </div>
          ) : null}
          <p>
            <span>{fill(words.payment.since, { since: formatTime(row.since) })}</span>{' '}
            <span>
              <Expected by={row.expectedBy} />
            </span>
          </p>
        </li>
      ))}
    </Stack>
  )
}

/**
 * "Where is my money": open payments, since when, and when to expect an answer. Renders nothing if there are none; collapsed to one line if
 * `folded`.
 */
export function OpenPayments({ folded = false }: { folded?: boolean }) {
  const words = useWords()
  const { data } = useOpenPayments()
  if (!data || data.length === 0) return null
  return (
    <Card>
      <details open={!folded} className={styles['fold']}>
        <summary>
          <h2>{words.payment.whereTitle}</h2> {fill(words.payment.openCount, { count: data.length })}
        </summary>
        <OpenPaymentList payments={data} />
        <p>
          <Link to={paths.whereIsMyMoney}>{words.payments.whereAll}</Link>
        </p>
      </details>
    </Card>
  )
}

/** When an answer is due, or that it is late once that time has passed. */
export function Expected({ by }: { by: string | null }) {
  const words = useWords()
  if (by === null) return null
  return <>{isPast(by) ? words.payment.late : fill(words.payment.due, { by: formatTime(by) })}</>
}

const isPast = (instant: string, now = new Date()): boolean => new Date(instant) < now
