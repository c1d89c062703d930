import type { ReplyOf } from '@dhow/contract/operation'
import type { staffHealth } from '@dhow/contract/health'
import { Badge, Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { formatExactTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.health

/** All programs with version and start time; several versions mean an unfinished upgrade. */
export function Programs({ programs }: { programs: ReplyOf<typeof staffHealth>['programs'] }) {
  const versions = new Set(programs.flatMap(({ version }) => version ?? []))
  return (
    <section className={detail['block']}>
      <h2>{words.programs}</h2>
      {versions.size > 1 && <Notice tone="info">{words.programsMixed}</Notice>}
      <Table
        label={words.programs}
        columns={[
          { key: 'program', label: words.program },
          { key: 'version', label: words.version },
          { key: 'since', label: words.since },
          { key: 'machine', label: words.machine },
          { key: 'state', label: words.result },
        ]}
        rows={programs.map((program, index) => ({
          key: `${program.name}-${index}`,
          cells: {
            program: words.programNames[program.name],
            version: program.version ?? '',
            since: program.since === null ? '' : formatExactTime(program.since),
            machine: program.machine ?? '',
            state: program.ok ? (
              <Badge tone="good">{words.well}</Badge>
            ) : (
              <Badge tone="bad">{program.version === null ? words.programAway : words.programSilent}</Badge>
            ),
          },
        }))}
      />
    </section>
  )
}
