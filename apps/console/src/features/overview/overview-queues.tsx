import { Link } from 'react-router'
import { Icon, type IconName } from '@dhow/ui/icons'
import { paths } from '../../app/paths.ts'
import { formatWait, fill } from '../../shared/format.ts'
import styles from '../../shared/tiles.module.css'
import { ChangeList, useChanges } from '../../shared/waiting-changes.tsx'
import { Asked } from '../../shared/asked.tsx'
import { en } from '../../shared/words/en.ts'
import type { Day } from './overview.tsx'

const words = en.overview
type Queue = Day['queues'][number]['queue']
type Kind = Day['mine'][number]['kind']

const queueScreens: Record<Queue, { to: string; icon: IconName }> = {
  deposits: { to: paths.deposits, icon: 'down' },
  withdrawals: { to: paths.withdrawals, icon: 'up' },
  cases: { to: paths.cases, icon: 'help' },
  help: { to: paths.cases, icon: 'help' },
  statements: { to: paths.statements, icon: 'paper' },
  batches: { to: paths.payouts, icon: 'out' },
  reward_checks: { to: paths.rewardChecks, icon: 'search' },
  held_wins: { to: paths.heldWins, icon: 'lock' },
}
const mineScreens: Record<Kind, { to: string; icon: IconName }> = {
  claimed_deposits: { to: paths.deposits, icon: 'down' },
  second_deposits: { to: paths.deposits, icon: 'down' },
  second_withdrawals: { to: paths.withdrawals, icon: 'up' },
  second_lines: { to: paths.statements, icon: 'paper' },
  changes: { to: paths.approvals, icon: 'lock' },
  assigned_cases: { to: `${paths.cases}?mine=yes`, icon: 'help' },
  assigned_help: { to: `${paths.cases}?mine=yes`, icon: 'help' },
  assigned_complaints: { to: `${paths.cases}?mine=yes&complaint=open`, icon: 'help' },
}

/** Count and oldest wait of each queue that the role sees. */
export function Queues({ day: { queues, at } }: { day: Day }) {
  if (queues.length === 0) return null
  return (
    <section className={styles['part']}>
      <h2>{words.queues}</h2>
      <ul className={styles['tiles']}>
        {queues.map(({ queue, ...waiting }) => (
          <Tile key={queue} {...queueScreens[queue]} label={words.queueNames[queue]} waiting={waiting} at={at} />
        ))}
      </ul>
    </section>
  )
}

/** This operator's own work: claimed deposits, second decisions, pending changes. */
export function OwnWork({ day: { mine, at } }: { day: Day }) {
  if (mine.length === 0) return null
  const waiting = mine.filter(({ count }) => count > 0)
  return (
    <section className={styles['part']}>
      <h2>{words.forMe}</h2>
      {waiting.length === 0 ? <p className={styles['quiet']}>{words.nothingForMe}</p> : null}
      <ul className={styles['tiles']}>
        {waiting.map(({ kind, ...one }) => (
          <Tile key={kind} {...mineScreens[kind]} label={words.mineNames[kind]} waiting={one} at={at} />
        ))}
      </ul>
      {waiting.some(({ kind }) => kind === 'changes') ? <Changes /> : null}
    </section>
  )
}

function Tile({
  to,
  icon,
  label,
  waiting: { count, oldest },
  at,
}: {
  to: string
  icon: IconName
  label: string
  waiting: { count: number; oldest: string | null }
  at: string
}) {
  return (
    <li>
      <Link to={to} className={styles['tile']} data-waits={count > 0}>
        <span className={styles['name']}>
          <Icon name={icon} size={18} /> {label}
        </span>
        {count > 0 ? (
          <>
            <span>
              <strong className={styles['count']}>{count.toLocaleString('en')}</strong>{' '}
              {count === 1 ? words.queueOne : words.queueMany}
            </span>
            {oldest === null ? null : (
              <span className={styles['quiet']}>
                {fill(words.oldest, { age: formatWait((Date.parse(at) - Date.parse(oldest)) / 1_000) })}
              </span>
            )}
          </>
        ) : (
          <span className={styles['quiet']}>{words.queueEmpty}</span>
        )}
      </Link>
    </li>
  )
}

function Changes() {
  return (
    <Asked query={useChanges()}>
      {({ changes }) => <ChangeList changes={changes.filter((change) => change.why_not === null)} />}
    </Asked>
  )
}
