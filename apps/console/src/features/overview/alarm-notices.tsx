import type { staffHealth } from '@dhow/contract/health'
import type { ReplyOf } from '@dhow/contract/operation'
import { fill, formatTimeOfDay } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'

const words = en.health
const noticesShown = 4
type Notices = ReplyOf<typeof staffHealth>['alarms'][number]['notices']

/** Sent notices of an alarm, the oldest folded where there are many. */
export function AlarmNotices({ notices }: { notices: Notices }) {
  const older = notices.slice(0, -noticesShown)
  return (
    <>
      {older.length === 0 ? null : (
        <details>
          <summary>{fill(words.olderNotices, { count: older.length })}</summary>
          <NoticeList notices={older} />
        </details>
      )}
      <NoticeList notices={notices.slice(-noticesShown)} />
    </>
  )
}

function NoticeList({ notices }: { notices: Notices }) {
  return (
    <ul>
      {notices.map(({ kind, channel, sent_at: at }) => (
        <li key={`${kind} ${channel} ${at ?? ''}`}>
          {fill(at === null ? words.noticeWaits : words.noticeSent, {
            what: words.noticeKinds[kind],
            channel: words.channels[channel],
            when: at === null ? '' : formatTimeOfDay(at),
          })}
        </li>
      ))}
    </ul>
  )
}
