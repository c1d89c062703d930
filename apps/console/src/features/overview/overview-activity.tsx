import { overviewDefinitions } from '@dhow/contract/overview'
import { DefinedName } from '../../shared/definition.tsx'
import { fill } from '../../shared/format.ts'
import styles from '../../shared/tiles.module.css'
import { en } from '../../shared/words/en.ts'
import type { Day } from './overview.tsx'

const words = en.overview

/** Players online and bets a minute, of all servers together. */
export function Activity({ day: { players_online, bets, servers } }: { day: Day }) {
  if (players_online === null && bets === null) return null
  return (
    <section className={styles['part']}>
      <h2>{words.now}</h2>
      <dl className={styles['tiles']}>
        {players_online === null ? null : (
          <div className={styles['tile']}>
            <dt className={styles['name']}>
              <DefinedName {...overviewDefinitions.players_online} />
            </dt>
            <dd className={styles['count']}>{players_online.toLocaleString('en')}</dd>
            <dd className={styles['note']}>
              {servers === 1 ? words.oneServer : fill(words.servers, { count: servers })}
            </dd>
          </div>
        )}
        {bets === null ? null : (
          <div className={styles['tile']}>
            <dt className={styles['name']}>
              <DefinedName {...overviewDefinitions.bets_per_minute} />
            </dt>
            <dd className={styles['count']}>{bets.last_minute.toLocaleString('en')}</dd>
            <dd className={styles['note']}>
              {fill(words.ofTen, { count: bets.per_minute_of_ten.toLocaleString('en') })}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
