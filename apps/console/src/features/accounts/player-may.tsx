import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/players'
import { Badge } from '@dhow/ui/feedback'
import { fill, when } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'
import styles from './player-may.module.css'

const words = en.players
type May = ReplyOf<typeof staffPlayer>['player']['may']

/** Each act of a player: whether they may do it now, and everything that stands against it. */
export function PlayerMay({ may }: { may: May }) {
  return (
    <section className={detail['block']}>
      <h2>{words.mayTitle}</h2>
      <p className={detail['quiet']}>{words.mayLead}</p>
      <ul className={styles['acts']}>
        {may.map(({ act, stops }) => (
          <li key={act}>
            <span>{words.acts[act]}</span>
            <Badge tone={stops.length === 0 ? 'good' : 'bad'}>{stops.length === 0 ? words.may : words.mayNot}</Badge>
            {stops.length === 0 ? null : <p>{stops.map(reasonText).join(' · ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const reasonText = ({ code, until }: May[number]['stops'][number]): string =>
  until === null ? words.stops[code] : fill(words.until, { reason: words.stops[code], when: when(until) })
