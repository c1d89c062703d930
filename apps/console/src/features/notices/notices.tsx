import type { ListedNotice } from '@dhow/contract/notices'
import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '@dhow/ui/button'
import { Badge, Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { pathOf, paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { usePermission, useMe, useRefresh } from '../../shared/session.tsx'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import styles from './notices.module.css'

const words = en.notices

/** Notices to staff, newest first; marks shown ones as read. */
export function Notices() {
  const mayManage = usePermission('notices.manage')
  const interval = useLiveInterval(10_000)
  const listed = useInfiniteQuery({
    queryKey: ['notices'],
    queryFn: ({ pageParam }) => call('staffNotices', { query: { cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  useMarkRead(listed.data?.pages[0]?.notices[0]?.id)
  const tools = mayManage ? (
    <Link className={buttonClass('quiet')} to={paths.noticeSetup}>
      {words.setUp}
    </Link>
  ) : null
  return (
    <Page title={words.title} lead={words.lead} tools={tools}>
      <Asked query={listed}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.notices)
          if (rows.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
          return (
            <>
              <Table
                label={words.title}
                columns={[
                  { key: 'what', label: words.what },
                  { key: 'since', label: words.since },
                  { key: 'state', label: words.state },
                  { key: 'sent', label: words.sentTo },
                ]}
                rows={rows.map((notice) => ({ key: notice.id, cells: cellsOf(notice) }))}
              />
              <More of={listed} />
            </>
          )
        }}
      </Asked>
    </Page>
  )
}

function useMarkRead(newest: string | undefined) {
  const { notices_unread: unread } = useMe()
  const refresh = useRefresh()
  const { mutate } = useMutation({
    mutationFn: (upTo: string) => call('readNotices', { body: { up_to: upTo } }),
    onSuccess: () => refresh(),
  })
  useEffect(() => {
    if (newest !== undefined && unread) mutate(newest)
  }, [newest, unread, mutate])
}

function cellsOf(notice: ListedNotice) {
  const path = notice.about === null ? undefined : pathOf(notice.about)
  return {
    what: (
      <div className={styles['stack']}>
        <span>
          <strong>{notice.rule}</strong> {notice.is_new ? <Badge tone="info">{words.isNew}</Badge> : null}
        </span>
        <span>{translate(notice.text)}</span>
        {path === undefined ? null : (
          <Link to={path} aria-label={`${words.look}: ${notice.about ?? ''}`}>
            {words.look}
          </Link>
        )}
      </div>
    ),
    since: formatTime(notice.since),
    state:
      notice.cleared_at === null ? (
        <Badge tone="warn">{words.open}</Badge>
      ) : (
        <Badge tone="good">{fill(words.over, { when: formatTime(notice.cleared_at) })}</Badge>
      ),
    sent: notice.deliveries.length === 0 ? words.nobody : <Sent notice={notice} />,
  }
}

function Sent({ notice: { deliveries } }: { notice: ListedNotice }) {
  return (
    <ul className={styles['list']}>
      {deliveries.map(({ id, step, channel, state, failure }) => (
        <li key={id}>
          {fill(words.sentBy, { step: words.steps[step], channel: channel.name, state: words.states[state] })}
          {failure ? ` (${translate(failure)})` : null}
        </li>
      ))}
    </ul>
  )
}
