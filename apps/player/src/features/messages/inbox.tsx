import { firstPage } from '@dhow/client/first-page'
import { renderWorded } from '@dhow/contract/message-wordings'
import type { InboxMessage, playerMessages } from '@dhow/contract/messages'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Currency } from '@dhow/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Stack } from '@dhow/ui/layout'
import { conversationPath, paths, paymentPath } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { formatMoney, formatTime } from '../../shared/format.ts'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Link } from '../../shared/link.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useLanguage, useWords, type Words } from '../../shared/words/words.tsx'
import styles from './inbox.module.css'

const events = ['inbox'] as const

/** Every message about the player's money, limits and security, newest first. Messages shown are marked as read. */
export default function Inbox() {
  const words = useWords()
  const language = useLanguage()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['messages', language],
    queryFn: ({ pageParam }) => call('playerMessages', { query: { cursor: pageParam, language } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  useLiveEvents(events, refetch)
  const messages = data?.pages.flatMap((page) => page.messages) ?? []
  const wordings = data?.pages.flatMap((page) => page.wordings ?? []) ?? []
  const fresh = useFresh(messages)
  return (
    <Page {...Inbox.head(words)}>
      <Link to={paths.channels}>{words.inbox.channels}</Link>
      {error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : !data ? (
        <Skeleton lines={6} label={words.portal.loading} />
      ) : messages.length === 0 ? (
        <Empty title={words.inbox.empty}>{words.inbox.emptyText}</Empty>
      ) : (
        <Stack as="ul">
          {messages.map((message) => (
            <li key={message.id}>
              <Message
                message={message}
                wording={wordings.find(({ kind }) => kind === message.kind)}
                isFresh={fresh.has(message.id)}
              />
            </li>
          ))}
        </Stack>
      )}
      {hasNextPage ? (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.inbox.older}
        </Button>
      ) : null}
    </Page>
  )
}

Inbox.early = true
Inbox.head = (words: Words): PageHead => ({ title: words.nav.messages, lead: words.inbox.lead })

type Wording = NonNullable<ReplyOf<typeof playerMessages>['wordings']>[number]

function Message({
  message,
  wording,
  isFresh,
}: {
  message: InboxMessage
  /** The operator's, in place of the portal's own text. */
  wording: Wording | undefined
  isFresh: boolean
}) {
  const words = useWords()
  const language = useLanguage()
  const formats = {
    money: (amount: string, currency: Currency) => formatMoney(amount, currency),
    time: (instant: string) => formatTime(instant, language),
  }
  const text = renderWorded(message, language, formats, wording) ?? {
    title: words.inbox.unknown,
    text: words.inbox.unknownText,
  }
  const leads = leadsTo(message)
  return (
    <Card className={`${styles['message']} ${isFresh ? styles['fresh'] : ''}`}>
      <h2 className={styles['title']}>
        {text.title} {isFresh ? <Badge tone="info">{words.inbox.fresh}</Badge> : null}
      </h2>
      <p>{text.text}</p>
      <p className={styles['foot']}>
        <time dateTime={message.created_at}>{formatTime(message.created_at, language)}</time>
        {leads ? <Link to={leads.to}>{words.inbox[leads.label]}</Link> : null}
      </p>
    </Card>
  )
}

/** Path of the screen for a message's subject. */
function leadsTo({ kind, about, params }: InboxMessage) {
  const { conversation } = params
  if (conversation) return { to: conversationPath(conversation), label: 'help' } as const
  if (about) return { to: paymentPath(about.id), label: about.kind } as const
  return screens.find(({ kinds }) => kinds.test(kind))
}

const screens = [
  { kinds: /^bonus_/, to: paths.bonus, label: 'bonuses' },
  { kinds: /^referral_/, to: paths.refer, label: 'referrals' },
  { kinds: /^free_rounds_/, to: paths.bonus, label: 'freeRounds' },
  { kinds: /^tournament_/, to: paths.tournaments, label: 'tournaments' },
  { kinds: /^limit_/, to: paths.accountDashboard, label: 'limits' },
  { kinds: /^passkey_/, to: paths.accountDashboard, label: 'passkeys' },
  { kinds: /^(new_device|password_changed)$/, to: paths.profile, label: 'devices' },
] as const

/** Messages that were unread when first shown here; marks them as read. */
function useFresh(messages: InboxMessage[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const unread = messages.filter((message) => !message.is_read).map((message) => message.id)
  const newest = unread[0]
  const key = unread.join()
  useEffect(() => {
    if (newest === undefined) return
    setFresh((before) => new Set([...before, ...key.split(',')]))
    // A failure leaves them unread; the next visit marks them.
    void call('readMessages', { body: { up_to: newest } }).catch(() => undefined)
  }, [newest, key])
  return fresh
}
