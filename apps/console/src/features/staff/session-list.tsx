import type { ReplyOf } from '@dhow/contract/operation'
import type { ownSessions } from '@dhow/contract/operator-sessions'
import { Badge } from '@dhow/ui/feedback'
import { Button } from '@dhow/ui/button'
import { Table } from '@dhow/ui/table'
import { fill, formatTime } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'

const words = en.myAccount.sessions
export type OperatorSession = ReplyOf<typeof ownSessions>['sessions'][number]

/** Open sessions of an operator, each except the current one with a button to end it. */
export function SessionList({
  label,
  sessions,
  isBusy,
  end,
}: {
  label: string
  sessions: OperatorSession[]
  isBusy: boolean
  end: (session: OperatorSession) => void
}) {
  return (
    <Table
      label={label}
      columns={[
        { key: 'device', label: words.device },
        { key: 'ip', label: words.ip },
        { key: 'since', label: words.since },
        { key: 'seen', label: words.seen },
        { key: 'end', label: words.end },
      ]}
      rows={sessions.map((session) => {
        const device = session.device ?? words.unknownDevice
        const ip = session.ip ?? '–'
        return {
          key: session.id,
          cells: {
            device,
            ip,
            since: formatTime(session.since),
            seen: formatTime(session.last_seen_at),
            end: session.current ? (
              <Badge tone="good">{words.current}</Badge>
            ) : (
              <Button
                kind="plain"
                small
                busy={isBusy}
                aria-label={fill(words.endOf, { device, ip })}
                onClick={() => end(session)}
              >
                {words.end}
              </Button>
            ),
          },
        }
      })}
    />
  )
}
