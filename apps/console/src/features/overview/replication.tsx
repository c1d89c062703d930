import type { ReplyOf } from '@dhow/contract/operation'
import type { staffHealth } from '@dhow/contract/health'
import { Badge, Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { fill, formatExactTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.health
type Database = NonNullable<ReplyOf<typeof staffHealth>['database']>
type Standby = Database['standbys'][number]

/** PostgreSQL primary, and the replication lag of its standbys. */
export function Replication({ database }: { database: Database }) {
  const { leader, since, writes_wait: areWritesWaiting, hidden: isHidden, standbys } = database
  return (
    <section className={detail['block']}>
      <h2>{words.database}</h2>
      {areWritesWaiting && (
        <Notice tone="bad" role="alert">
          {words.databaseWaits}
        </Notice>
      )}
      {isHidden && <Notice tone="info">{words.databaseHidden}</Notice>}
      <Facts
        rows={[
          { label: words.databaseLeads, value: leader ?? words.databaseSocket },
          { label: words.since, value: formatExactTime(since) },
        ]}
      />
      {standbys.length === 0 ? (
        <p className={detail['quiet']}>{words.databaseAlone}</p>
      ) : (
        <Table
          label={words.database}
          columns={[
            { key: 'name', label: words.standby },
            { key: 'kind', label: words.standbyKind },
            { key: 'lag', label: words.standbyLag, isNumber: true },
            { key: 'state', label: words.result },
          ]}
          rows={standbys.map((standby) => ({
            key: standby.name,
            cells: {
              name: standby.name,
              kind: standby.synchronous ? words.standbyKinds.yes : words.standbyKinds.no,
              lag: fill(words.standbyLagText, {
                seconds: standby.lag_s,
                megabytes: Math.floor(standby.behind_bytes / 1_048_576),
              }),
              state: <State standby={standby} />,
            },
          }))}
        />
      )}
    </section>
  )
}

function State({ standby: { ok, streaming } }: { standby: Standby }) {
  if (ok) return <Badge tone="good">{words.well}</Badge>
  return <Badge tone="bad">{streaming ? words.standbyLate : words.standbyAway}</Badge>
}
