import { useQuery } from '@tanstack/react-query'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { Timeline } from '@dhow/ui/layout'
import { call, sentenceOf } from '../api.ts'
import { formatExactTime } from '../format.ts'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

/** Actions of operators on one record, newest first. */
export function Trail({ subject, heading: Heading = 'h3' }: { subject: string; heading?: 'h2' | 'h3' }) {
  const asked = useQuery({
    queryKey: ['audit', subject],
    queryFn: () => call('staffAudit', { query: { subject } }),
  })
  return (
    <section className={styles['block']} aria-label={en.money.trail}>
      <Heading>{en.money.trail}</Heading>
      {asked.data ? (
        asked.data.entries.length === 0 ? (
          <p className={styles['quiet']}>{en.money.trailEmpty}</p>
        ) : (
          <Timeline
            steps={asked.data.entries.map((entry) => ({
              key: entry.id,
              text: `${entry.operator ?? en.audit.program}: ${entry.text}`,
              at: formatExactTime(entry.at),
            }))}
          />
        )
      ) : asked.error ? (
        <Failure message={sentenceOf(asked.error)} retry={() => void asked.refetch()} retryLabel={en.console.retry} />
      ) : (
        <Skeleton lines={2} label={en.console.loading} />
      )}
    </section>
  )
}
