import { firstPage } from '@dhow/client/first-page'
import type { HelpCase } from '@dhow/contract/help'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { conversationPath } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { fill, formatTime } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useLanguage, useWords, type Words } from '../../shared/words/words.tsx'
import styles from './help.module.css'
import { NewQuestion } from './new-question.tsx'

const liveEvents = ['notice', 'inbox'] as const

/** The player's conversations with the operators, and a form for a new one. */
export default function HelpCenter() {
  const words = useWords()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['conversations'],
    queryFn: ({ pageParam }) => call('playerConversations', { query: { cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  useLiveEvents(liveEvents, refetch)
  const conversations = data?.pages.flatMap((page) => page.conversations)
  return (
    <Page {...HelpCenter.head(words)}>
      <NewQuestion />
      <h2>{words.help.yours}</h2>
      {error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : !conversations ? (
        <Skeleton lines={4} label={words.portal.loading} />
      ) : conversations.length === 0 ? (
        <Empty title={words.help.none}>{words.help.noneText}</Empty>
      ) : (
        <Stack as="ul">
          {conversations.map((one) => (
            <li key={one.id}>
              <Listed one={one} />
            </li>
          ))}
        </Stack>
      )}
      {hasNextPage ? (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.help.older}
        </Button>
      ) : null}
    </Page>
  )
}

HelpCenter.head = (words: Words): PageHead => ({ title: words.help.title, lead: words.help.lead })

function Listed({ one }: { one: HelpCase }) {
  const words = useWords()
  const language = useLanguage()
  const tone = one.state === 'answered' ? 'good' : one.state === 'waiting' ? 'info' : 'neutral'
  const title = one.complaint
    ? fill(words.help.complaint, { number: one.complaint.number })
    : words.help.categories[one.category]
  return (
    <Card>
      <Row spread>
        <Link to={conversationPath(one.id)}>
          <strong>{title}</strong>
        </Link>
        <Badge tone={tone}>{words.help.states[one.state]}</Badge>
      </Row>
      <p className={styles['last']}>{one.messages.at(-1)?.text}</p>
      <p className={styles['quiet']}>
        <time dateTime={one.updated_at}>{formatTime(one.updated_at, language)}</time>
      </p>
    </Card>
  )
}
