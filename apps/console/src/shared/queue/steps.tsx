import { Timeline } from '@dhow/ui/layout'
import type { PlayerText } from '@dhow/contract/player-texts'
import { formatExactTime } from '../format.ts'
import { translate } from '../translate.ts'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

/** History of a payment, step by step. */
export function Steps({ timeline }: { timeline: readonly { at: string; text: PlayerText }[] }) {
  return (
    <section className={styles['block']}>
      <h3>{en.money.timeline}</h3>
      <Timeline
        steps={timeline.map(({ at, text }, index) => ({
          key: String(index),
          text: translate(text),
          at: formatExactTime(at),
        }))}
      />
    </section>
  )
}
