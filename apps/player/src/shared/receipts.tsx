import { ApiError } from '@dhow/client/api-error'
import { keysOf } from '@dhow/contract/keys-of'
import type { Currency } from '@dhow/contract/money'
import type { Movement } from '@dhow/contract/receipts'
import { isOneOf } from '@dhow/contract/records'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { Skeleton } from '@dhow/ui/feedback'
import { Money } from '@dhow/ui/layout'
import { receiptPath } from '../app/paths.ts'
import { call, sentencesOf } from './api.ts'
import { formatTime } from './format.ts'
import { formatSigned } from './format-more.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './page.module.css'
import { useWords, type Words } from './words/words.tsx'

/** Poll: an entry follows its posting into the log within seconds. */
const pollEveryMs = 1_500

interface Line {
  /** Id of the line: a round, a deposit, a withdrawal, a bonus. */
  of: string
  currency: Currency
  /** Changes when the line may have moved more money. */
  version: string
}

/** Last row of a history line: its time and actions. */
export const LineFoot = ({ children }: { children: ReactNode }) => <div className={styles['foot']}>{children}</div>

/** Receipts of one history line, on demand. */
export function Receipts(line: Line) {
  const { receipt: words } = useWords()
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <>
      <Button
        kind="plain"
        small
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="paper" size={18} />
        {words.show}
      </Button>
      {open ? (
        <div id={panel} className={styles['receiptsPanel']}>
          <Movements {...line} />
        </div>
      ) : null}
    </>
  )
}

/** Movements of money of one line in order, each with its receipt once that is in the log. */
export function Movements({ of, currency, version }: Line) {
  const words = useWords()
  const { data, error, refetch } = useMovements({ of, version })
  if (isMissing(error)) return <p className={styles['quiet']}>{words.receipt.none}</p>
  if (error)
    return (
      <div role="alert">
        <p>{sentencesOf(error).join(' ')}</p>
        <Button kind="quiet" small onClick={() => void refetch()}>
          {words.portal.retry}
        </Button>
      </div>
    )
  if (!data) return <Skeleton lines={2} label={words.portal.loading} />
  return <MovementList movements={data} currency={currency} />
}

/** Query of a line's movements; polled until all are in the log. */
export const useMovements = ({ of, version }: Omit<Line, 'currency'>) =>
  useQuery({
    queryKey: ['movements', of, version],
    queryFn: async () => (await call('receiptsOf', { query: { of } })).movements,
    refetchInterval: ({ state }) => (state.data?.some(({ place }) => place === null) ? pollEveryMs : false),
    retry: (count, failure) => count < 2 && !isMissing(failure),
  })

export function MovementList({ movements, currency }: { movements: readonly Movement[]; currency: Currency }) {
  const words = useWords()
  return (
    <ol className={styles['movements']}>
      {movements.map((movement) => (
        <li key={movement.posting}>
          <span>
            <span className={styles['movement']}>{nameOf(movement, words)}</span>
            <time dateTime={movement.at}>{formatTime(movement.at)}</time>
          </span>
          <Change of={movement} currency={currency} />
          <ReceiptLink posting={movement.posting} isPending={movement.place === null} about={nameOf(movement, words)} />
        </li>
      ))}
    </ol>
  )
}

/** Link to a receipt, or a sentence while the entry is not in the log. */
export function ReceiptLink({ posting, isPending, about }: { posting: string; isPending?: boolean; about?: string }) {
  const { receipt: words } = useWords()
  if (isPending)
    return (
      <span role="status" className={styles['pending']}>
        {words.pending}
      </span>
    )
  return (
    <Link to={receiptPath(posting)} {...(about === undefined ? {} : { 'aria-label': `${words.title}: ${about}` })}>
      {words.title}
    </Link>
  )
}

const balances = ['cash', 'bonus', 'hold', 'in_play'] as const

/** Change of the player's cash, else of the balance that changed. */
function Change({ of: { change }, currency }: { of: Movement; currency: Currency }) {
  const { receipt: words } = useWords()
  const balance = balances.find((name) => change[name] !== undefined)
  if (balance === undefined) return <span />
  return (
    <span className={styles['change']}>
      <Money>{formatSigned(change[balance] ?? '', currency)}</Money>
      {balance === 'cash' ? null : <small>{words.balances[balance]}</small>}
    </span>
  )
}

/** Name of a movement by its posting's reason; a win of zero is a lost stake. */
export function nameOf(
  { reason, change }: Pick<Movement, 'reason' | 'change'>,
  { receipt: { reasons } }: Words,
): string {
  const kind = reason === 'game-win' && change.cash === undefined ? 'game-loss' : reason
  return reasons[isOneOf(keysOf(reasons), kind) ? kind : 'other']
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
