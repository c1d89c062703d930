import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { staffContent } from '@dhow/contract/content-editing'
import { standardWording } from '@dhow/contract/message-wording-rules'
import type { ReplyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { Badge, Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { usePermission } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import { ContentDetail } from './content-detail.tsx'
import { wordedKindOf } from './message-inputs.tsx'
import { NewContent } from './new-content.tsx'
import { useSegmentNames } from './use-segments.ts'

const words = en.content
type Item = ReplyOf<typeof staffContent>['items'][number]

/** Pages, notices, banners and lobby rows: live and pending ones, and the chosen one. */
export function Content() {
  const { id } = useParams()
  return id === undefined ? <ContentList /> : <OneContent key={id} id={id} />
}

function ContentList() {
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const mayEdit = usePermission('content.edit')
  const nameOfSegment = useSegmentNames()
  const asked = useQuery({ queryKey: ['content'], queryFn: () => call('staffContent') })
  const add = mayEdit && !adding ? <Button onClick={() => setAdding(true)}>{words.add}</Button> : null
  return (
    <Page title={words.title} lead={words.lead} tools={add}>
      <WaitingChanges kind="content_publish" />
      {adding ? (
        <NewContent
          close={(itemId) => {
            setAdding(false)
            if (itemId !== undefined) void navigate(`${paths.content}/${itemId}`)
          }}
        />
      ) : null}
      <Asked query={asked}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.empty}>{words.emptyText}</Empty>
          ) : (
            <Table
              label={words.list}
              columns={[
                { key: 'name', label: words.name },
                { key: 'kind', label: words.kind },
                { key: 'market', label: words.market },
                { key: 'language', label: words.language },
                { key: 'segment', label: words.segment },
                { key: 'state', label: words.state },
              ]}
              rows={items.map((item) => ({ key: item.id, cells: cellsOf(item, nameOfSegment(item.segment)) }))}
            />
          )
        }
      </Asked>
    </Page>
  )
}

/** Title of a page or message, else the name given by operators. */
export function nameOf({ kind, name }: Pick<Item, 'kind' | 'name'>): string {
  const worded = wordedKindOf({ kind, name })
  if (worded) return standardWording(worded, 'en').title
  return kind === 'page' ? (Object.entries(words.pages).find(([page]) => page === name)?.[1] ?? name) : name
}

function cellsOf(item: Item, segment: string) {
  return {
    name: <Link to={`${paths.content}/${item.id}`}>{nameOf(item)}</Link>,
    kind: words.kinds[item.kind],
    market: item.market === null ? words.allMarkets : en.market[item.market],
    language: words.languages[item.language],
    segment,
    state: (
      <>
        {item.live ? <Badge tone="good">{`${words.states.live} (${item.live.number})`}</Badge> : null}{' '}
        {item.scheduled === null ? null : (
          <Badge tone="info">{`${words.states.scheduled} ${formatTime(item.scheduled)}`}</Badge>
        )}{' '}
        {item.has_draft ? <Badge>{words.states.draft}</Badge> : null}
      </>
    ),
  }
}

function OneContent({ id }: { id: string }) {
  const asked = useQuery({
    queryKey: ['content', id],
    queryFn: () => call('staffContentItem', { params: { id } }),
  })
  const item = asked.data?.item
  const nameOfSegment = useSegmentNames()
  return (
    <Page
      title={item ? nameOf(item) : words.title}
      lead={
        item
          ? fill('{kind} · {market} · {language} · {segment}', {
              ...placeOf(item),
              segment: nameOfSegment(item.segment),
            })
          : undefined
      }
      tools={<Link to={paths.content}>{en.console.toList}</Link>}
    >
      <WaitingChanges kind="content_publish" />
      <Asked query={asked}>{(reply) => <ContentDetail item={reply.item} />}</Asked>
    </Page>
  )
}

const placeOf = ({ kind, market, language }: Pick<Item, 'kind' | 'market' | 'language'>) => ({
  kind: words.kinds[kind],
  market: market === null ? words.allMarkets : en.market[market],
  language: words.languages[language],
})
