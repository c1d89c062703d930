import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/players'
import { Badge } from '@dhow/ui/feedback'
import { fill, formatTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'
import styles from './player-may.module.css'

const words = en.players
type May = ReplyOf<typeof staffPlayer>['player']['may']

/** Each action of a player: whether they may do it now, and all reasons against it. */
export function PlayerMay({ may }: { may: May }) {
  return (
    <section className={detail['block']}>
      <h2>{words.mayTitle}</h2>
      <p className={detail['quiet']}>{words.mayLead}</p>
      <ul className={styles['acts']}>
        {may.map(({ act, stops }) => (
          <li key={act}>
            <span>{words.acts[act]}</span>
            <MayBadge stops={stops} />
            {stops.length === 0 ? null : <p>{stops.map(reasonText).join(' · ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Stops that leave an alternative: another deposit method, device or account. */
const partly = /^(too_many_|device_blocked|payee_blocked)/

function MayBadge({ stops }: Pick<May[number], 'stops'>) {
  if (stops.length === 0) return <Badge tone="good">{words.may}</Badge>
  const isPartly =
    stops.every(({ code }) => partly.test(code)) && stops.filter(({ code }) => code.startsWith('too_many_')).length < 2
  return <Badge tone={isPartly ? 'warn' : 'bad'}>{isPartly ? words.mayPartly : words.mayNot}</Badge>
}

const reasonText = ({ code, until }: May[number]['stops'][number]): string =>
  until === null ? words.stops[code] : fill(words.until, { reason: words.stops[code], when: formatTime(until) })
