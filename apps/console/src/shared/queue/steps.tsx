import { Timeline } from '@dhow/ui/layout'
import { whenExactly } from '../format.ts'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

/** How far a payment has come, step by step. */
export function Steps({ timeline }: { timeline: readonly { at: string; text: string }[] }) {
  return (
    <section className={styles['block']}>
      <h3>{en.money.timeline}</h3>
      <Timeline steps={timeline.map(({ at, text }, place) => ({ key: String(place), text, at: whenExactly(at) }))} />
    </section>
  )
}
