import { Link } from 'react-router'
import type { StaffHelpCase } from '@dhow/contract/help'
import { Badge } from '@dhow/ui/feedback'
import { pathOf } from '../../app/paths.ts'
import { addressOf, call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatWait, fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { StateBadge } from '../../shared/queue/state-badge.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { useHeading } from '../../shared/queue/use-detail.ts'
import { en } from '../../shared/words/en.ts'
import { AnswerForm } from './answer-form.tsx'
import cases from './cases.module.css'
import { ComplaintBlock } from './complaint-block.tsx'
import { Assigned, Links } from './case-blocks.tsx'
import { keyOf } from './help-key.ts'

const words = en.cases

/** A player's question: messages, links, assignee, answer form. */
export function HelpDetail({ id }: { id: string }) {
  const asked = useLiveQuery(keyOf(id), () => call('staffGetHelpCase', { params: { id } }))
  return <Asked query={asked}>{(reply) => <Shown one={reply.case} />}</Asked>
}

function Shown({ one }: { one: StaffHelpCase }) {
  const { heading } = useHeading()
  const { player } = one
  return (
    <article className={styles['screen']}>
      <header className={styles['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {fill(words.helpOf, { player: player.player_name })}
        </h2>
        <StateBadge state={one.state} />
        {one.state === 'waiting' ? (
          <span className={styles['quiet']}>{`${en.money.age} ${formatWait(one.age_s)}`}</span>
        ) : null}
        <Clock one={one} />
        {one.complaint ? <Badge tone="warn">{one.complaint.number}</Badge> : null}
        <code>{one.id}</code>
      </header>
      <div className={styles['columns']}>
        <div className={styles['screen']}>
          <ol className={cases['messages']} aria-label={words.messages}>
            {one.messages.map((message) => (
              <li key={`${message.at} ${message.from}`} data-from={message.from}>
                <p className={styles['quiet']}>
                  <strong>{message.operator ?? player.player_name}</strong> {formatExactTime(message.at)}
                </p>
                <p className={cases['words']}>{message.text}</p>
                {message.pictures.map((id) => (
                  <a key={id} href={addressOf('helpPicture', { id })} target="_blank" rel="noreferrer">
                    <img
                      className={cases['picture']}
                      src={addressOf('helpPicture', { id })}
                      alt={words.picture}
                      loading="lazy"
                    />
                  </a>
                ))}
              </li>
            ))}
          </ol>
          <AnswerForm key={one.id} one={one} />
        </div>
        <div className={styles['screen']}>
          <HelpFacts one={one} />
          <Assigned one={one} />
          <Links one={one} />
          <ComplaintBlock one={one} />
          <Trail subject={one.payment_id ?? one.id} />
        </div>
      </div>
    </article>
  )
}

/** Time to the first answer, or a badge while there is none. */
function Clock({ one }: { one: StaffHelpCase }) {
  if (one.first_answer_s !== null)
    return <span className={styles['quiet']}>{fill(words.firstAnswer, { time: formatWait(one.first_answer_s) })}</span>
  return one.state === 'waiting' ? <Badge tone="warn">{words.noAnswerYet}</Badge> : null
}

function HelpFacts({ one: { payment, payment_id: paymentId, player, category, opened_at } }: { one: StaffHelpCase }) {
  const amount = !payment || payment.amount === '0.00' ? words.noAmount : formatMoney(payment.amount, payment.currency)
  return (
    <Facts
      rows={[
        { label: words.category, value: words.categories[category] },
        ...(payment && paymentId !== null
          ? [
              {
                label: words.payment,
                value: <Link to={pathOf(paymentId) ?? ''}>{`${words.paymentKinds[payment.kind]} ${amount}`}</Link>,
              },
              { label: words.method, value: payment.method },
              { label: words.status, value: words.statuses[payment.status] },
            ]
          : []),
        { label: en.money.player, value: <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link> },
        { label: en.money.mobile, value: `${player.mobile} (${en.market[player.market]})` },
        { label: words.opened, value: formatExactTime(opened_at) },
      ]}
    />
  )
}
