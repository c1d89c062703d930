import { Link } from 'react-router'
import type { StatementLine } from '@dhow/contract/statement-lines'
import { Notice } from '@dhow/ui/feedback'
import { pathOf } from '../../app/paths.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatWait, fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { StateBadge } from '../../shared/queue/state-badge.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { useHeading, useShown } from '../../shared/queue/use-detail.ts'
import { WaitingNote } from '../../shared/waiting-note.tsx'
import { en } from '../../shared/words/en.ts'
import { LineBar } from './line-bar.tsx'
import { fetchLine, lineKey } from './line-query.ts'

const words = en.statements

/** One line of a bank statement: fields, candidate payments, credited player. */
export function LineDetail({ id }: { id: string }) {
  const asked = useShown(lineKey(id), () => fetchLine(id))
  return (
    <Asked query={asked}>
      {({ line, waiting }) => (
        <>
          <WaitingNote waiting={waiting} />
          <Detail line={line} />
        </>
      )}
    </Asked>
  )
}

function Detail({ line }: { line: StatementLine }) {
  const { heading, focus } = useHeading()
  const waits = line.decided_at === null
  return (
    <article className={styles['screen']}>
      <header className={styles['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {formatMoney(line.amount, line.currency)}
        </h2>
        <StateBadge state={line.state === 'waiting' ? 'by_hand' : line.state} />
        {waits ? <span className={styles['quiet']}>{`${en.money.age} ${formatWait(line.age_s)}`}</span> : null}
        <code>{line.id}</code>
      </header>
      {line.looks_like === null ? null : (
        <Notice tone="warn">
          {words.markLikelyDuplicates} <Link to={pathOf(line.looks_like) ?? ''}>{line.looks_like}</Link>
        </Notice>
      )}
      {line.first_operator === null || !waits ? null : (
        <Notice tone="warn">
          {fill(words.second, { name: line.first_operator, player: line.player?.player_name ?? '' })}
        </Notice>
      )}
      <div className={styles['columns']}>
        <div className={styles['screen']}>
          <section className={styles['block']}>
            <h3>{words.bankText}</h3>
            <LineFacts line={line} />
          </section>
        </div>
        <Trail subject={line.id} />
      </div>
      <LineBar line={line} focus={focus} />
    </article>
  )
}

function LineFacts({ line }: { line: StatementLine }) {
  const optional = [
    { label: words.bankId, value: line.bank_id },
    { label: words.note, value: line.note },
    {
      label: words.decidedBy,
      value:
        line.decided_at === null ? null : `${line.decided_by ?? words.byItself}, ${formatExactTime(line.decided_at)}`,
    },
  ]
  return (
    <Facts
      rows={[
        { label: words.account, value: line.account_name },
        { label: words.day, value: line.day },
        { label: words.reference, value: line.reference },
        { label: words.text, value: line.text },
        ...(line.payment_id === null
          ? []
          : [{ label: words.payment, value: <Link to={pathOf(line.payment_id) ?? ''}>{line.payment_id}</Link> }]),
        ...(line.player === null
          ? []
          : [
              {
                label: en.money.player,
                value: <Link to={pathOf(line.player.id) ?? ''}>{line.player.player_name}</Link>,
              },
            ]),
        ...optional.filter((row): row is { label: string; value: string } => row.value !== null),
      ]}
    />
  )
}
