import { firstPage } from '@dhow/client/first-page'
import { renderMessage } from '@dhow/contract/message-texts'
import { renderOwn } from '@dhow/contract/message-wordings'
import type { StaffMessage } from '@dhow/contract/messages'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@dhow/ui/button'
import { Badge, Failure, Skeleton, type Tone } from '@dhow/ui/feedback'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../api.ts'
import { fill, formatMoney, formatTime, formatExactTime } from '../format.ts'
import { Asked } from '../asked.tsx'
import { More } from '../more.tsx'
import { useLiveQuery } from '../use-live-query.ts'
import { usePermission } from '../session.tsx'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

const words = en.messages
const tones: Record<NonNullable<StaffMessage['sms']>['state'], Tone> = {
  queued: 'info',
  sent: 'info',
  delivered: 'good',
  failed: 'bad',
}
const refreshEveryMs = 5_000

/** Messages to the player about one payment, with the delivery state of their text messages. */
export function PlayerMessages({ about }: { about: string }) {
  const asked = useLiveQuery(['messages', about], () => call('staffMessages', { query: { about } }), refreshEveryMs)
  return (
    <section className={styles['block']} aria-label={words.title}>
      <h3>{words.title}</h3>
      {asked.data ? (
        asked.data.messages.length === 0 ? (
          <p className={styles['quiet']}>{words.none}</p>
        ) : (
          <ul className={styles['messages']}>
            {asked.data.messages.map((message) => (
              <li key={message.id}>
                <Message message={message} about={about} />
              </li>
            ))}
          </ul>
        )
      ) : asked.error ? (
        <Failure message={sentenceOf(asked.error)} retry={() => void asked.refetch()} retryLabel={en.console.retry} />
      ) : (
        <Skeleton lines={2} label={en.console.loading} />
      )}
    </section>
  )
}

/** All messages to a player, page by page. */
export function AllMessages({ playerId }: { playerId: string }) {
  const canSeeChange = usePermission('messages.see')
  const listed = useInfiniteQuery({
    queryKey: ['messages', playerId],
    queryFn: ({ pageParam }) => call('staffPlayerMessages', { params: { id: playerId }, query: { cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    enabled: canSeeChange,
  })
  if (!canSeeChange) return null
  return (
    <section className={styles['block']} aria-label={words.sentTitle}>
      <h2>{words.sentTitle}</h2>
      <Asked query={listed}>
        {({ pages }) => {
          const messages = pages.flatMap((page) => page.messages)
          if (messages.length === 0) return <p className={styles['quiet']}>{words.noneToPlayer}</p>
          return (
            <>
              <ul className={styles['messages']}>
                {messages.map((message) => (
                  <li key={message.id}>
                    <span className={styles['quiet']}>{formatExactTime(message.created_at)}</span>
                    <Message message={message} about={playerId} />
                  </li>
                ))}
              </ul>
              <More of={listed} label={words.older} />
            </>
          )
        }}
      </Asked>
    </section>
  )
}

function Message({ message, about }: { message: StaffMessage; about: string }) {
  const text = renderMessage(message, 'en', { money: formatMoney, time: formatTime })
  return (
    <>
      <strong>{text?.title ?? message.kind}</strong>
      <p>{text?.text}</p>
      {message.sent_as?.map((sent) => (
        <SentAs key={sent.channel} message={message} sent={sent} />
      ))}
      <p className={styles['delivery']}>
        {message.sms ? (
          <Badge tone={tones[message.sms.state]}>{deliveryText(message.sms)}</Badge>
        ) : (
          <Badge>{words.inboxOnly}</Badge>
        )}
        <span className={styles['quiet']}>
          {message.read_at === null ? words.unread : fill(words.read, { when: formatExactTime(message.read_at) })}
        </span>
        {message.sms?.state === 'failed' ? <Resend id={message.id} about={about} /> : null}
      </p>
    </>
  )
}

type Sent = NonNullable<StaffMessage['sent_as']>[number]

/** Text of a delivery in the operator's own wording. */
function SentAs({ message, sent }: { message: StaffMessage; sent: Sent }) {
  const { channel, language, number } = sent
  const formats = { money: formatMoney, time: formatTime }
  const own = channel === 'sms' ? { ...sent, text: sent.sms } : sent
  return (
    <p className={styles['quiet']}>
      {fill(words.sentAs, { channel: en.deliveries.channels[channel], number })}{' '}
      <q lang={language}>{renderOwn(message, language, formats, own)?.text}</q>
    </p>
  )
}

function Resend({ id, about }: { id: string; about: string }) {
  const toast = useToast()
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: () => call('resendMessage', { params: { id } }),
    onSuccess: () => toast(words.resent, 'good'),
    onError: (error) => toast(sentenceOf(error), 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: ['messages', about] }),
  })
  return (
    <Button kind="quiet" small busy={resend.isPending} onClick={() => resend.mutate()}>
      {words.resend}
    </Button>
  )
}

function deliveryText({ state, at, failure }: NonNullable<StaffMessage['sms']>): string {
  if (state === 'failed') return fill(words.failed, { reason: words.failures[failure ?? 'undelivered'] })
  return fill(words[state], { when: formatTime(at) })
}
