import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Badge, Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { money, when } from '../../shared/format.ts'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.players
const refreshEveryMs = 15_000

export function Players() {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const interval = useLiveInterval(refreshEveryMs)
  const listed = useInfiniteQuery({
    queryKey: ['players', q],
    queryFn: ({ pageParam }) => call('staffPlayers', { query: { q, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={words.title}>
      <SearchBox
        key={q}
        label={words.searchLabel}
        hint={words.searchHint}
        value={q}
        search={(text) => setParams(text === '' ? {} : { q: text })}
      />
      <Asked query={listed}>
        {(data) => {
          const players = data.pages.flatMap((page) => page.players)
          if (players.length === 0) {
            return q === '' ? (
              <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
            ) : (
              <Empty title={words.notFoundTitle}>{words.notFoundText}</Empty>
            )
          }
          return (
            <>
              <Table
                label={words.title}
                columns={[
                  { key: 'name', label: words.name },
                  { key: 'mobile', label: words.mobile },
                  { key: 'market', label: words.market },
                  { key: 'chips', label: words.balance, isNumber: true },
                  { key: 'held', label: words.held, isNumber: true },
                  { key: 'state', label: words.state },
                  { key: 'since', label: words.since },
                ]}
                rows={players.map((player) => ({
                  key: player.id,
                  cells: {
                    name: <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link>,
                    mobile: player.mobile,
                    market: en.market[player.market],
                    chips: money(player.chips, player.currency),
                    held: money(player.held, player.currency),
                    state: <ActiveBadge active={player.active} />,
                    since: when(player.created_at),
                  },
                }))}
              />
              <More of={listed} />
            </>
          )
        }}
      </Asked>
    </Page>
  )
}

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge tone={active ? 'good' : 'bad'}>{active ? words.active : words.suspended}</Badge>
}
