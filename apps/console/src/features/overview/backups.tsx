import type { ReplyOf } from '@dhow/contract/operation'
import type { staffHealth } from '@dhow/contract/health'
import { Badge } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { fill, formatExactTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.health
type Upkeep = ReplyOf<typeof staffHealth>['upkeep']

/** Last backup and last test restore, as recorded. */
export function Backups({ upkeep }: { upkeep: Upkeep }) {
  return (
    <section className={detail['block']}>
      <h2>{words.backups}</h2>
      {upkeep.length === 0 ? (
        <p className={detail['quiet']}>{words.backupsNone}</p>
      ) : (
        <Table
          label={words.backups}
          columns={[
            { key: 'task', label: words.backupTask },
            { key: 'ended', label: words.backupEnded },
            { key: 'took', label: words.took, isNumber: true },
            { key: 'passed', label: words.backupPassed },
            { key: 'state', label: words.result },
          ]}
          rows={upkeep.map((row) => ({
            key: row.task,
            cells: {
              task: words.backupTasks[row.task],
              ended: formatExactTime(row.ended_at),
              took: fill(words.backupTook, { seconds: row.took_s }),
              passed: row.passed_at === null ? words.backupNever : formatExactTime(row.passed_at),
              state: <Result row={row} />,
            },
          }))}
        />
      )}
    </section>
  )
}

function Result({ row: { outcome, ok } }: { row: Upkeep[number] }) {
  if (outcome !== 'passed') return <Badge tone="bad">{fill(words.backupFailed, { outcome })}</Badge>
  return <Badge tone={ok ? 'good' : 'bad'}>{ok ? words.backupOk : words.backupLate}</Badge>
}
