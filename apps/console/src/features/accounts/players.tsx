import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Badge, Empty } from '@dhow/ui/feedback'
import { SelectField } from '@dhow/ui/field'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { Filters } from '../../shared/filters.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { en } from '../../shared/words/en.ts'
import { usedTagsQuery } from './used-tags.ts'
import styles from './player-tags.module.css'

const words = en.players
const refreshEveryMs = 15_000

export function Players() {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const tag = params.get('tag') ?? ''
  const show = (chosen: { q: string; tag: string }) =>
    setParams(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')))
  const interval = useLiveInterval(refreshEveryMs)
  const listed = useInfiniteQuery({
    queryKey: ['players', q, tag],
    queryFn: ({ pageParam }) => call('staffPlayers', { query: { q, tag, cursor: pageParam } }),
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
        search={(text) => show({ q: text, tag })}
      />
      <TagFilter tag={tag} choose={(chosen) => show({ q, tag: chosen })} />
      <Asked query={listed}>
        {(data) => {
          const players = data.pages.flatMap((page) => page.players)
          if (players.length === 0) {
            return q === '' && tag === '' ? (
              <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
            ) : (
              <Empty title={words.notFoundTitle}>{words.notFoundText}</Empty>
            )
          }
          return (
            <>
              <ListTable
                name="players"
                label={words.title}
                columns={[
                  { key: 'name', label: words.name },
                  { key: 'mobile', label: words.mobile },
                  { key: 'market', label: words.market },
                  { key: 'chips', label: words.balance, isNumber: true },
                  { key: 'held', label: words.held, isNumber: true },
                  { key: 'state', label: words.state },
                  { key: 'tags', label: en.playerTags.title },
                  { key: 'since', label: words.since },
                ]}
                rows={players.map((player) => ({
                  key: player.id,
                  cells: {
                    name: <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link>,
                    mobile: player.mobile,
                    market: en.market[player.market],
                    chips: formatMoney(player.chips, player.currency),
                    held: formatMoney(player.held, player.currency),
                    state: <ActiveBadge active={player.active} />,
                    tags: player.tags.join(', '),
                    since: formatTime(player.created_at),
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

/** Filter of players by tag; nothing if no tag is in use. */
function TagFilter({ tag, choose }: { tag: string; choose: (tag: string) => void }) {
  const used = useQuery(usedTagsQuery).data?.tags ?? []
  if (tag === '' && used.length === 0) return null
  return (
    <Filters set={{ tag }}>
      <div className={styles['filter']}>
        <SelectField label={en.playerTags.filter} value={tag} onChange={(event) => choose(event.target.value)}>
          <option value="">{en.playerTags.any}</option>
          {withChosen(used, tag).map((one) => (
            <option key={one.tag} value={one.tag}>
              {fill(en.playerTags.option, { tag: one.tag, players: String(one.players) })}
            </option>
          ))}
        </SelectField>
      </div>
    </Filters>
  )
}

/** The tags in use, and the address's tag even if unused. */
const withChosen = (used: readonly { tag: string; players: number }[], chosen: string) =>
  chosen === '' || used.some(({ tag }) => tag === chosen) ? used : [{ tag: chosen, players: 0 }, ...used]

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge tone={active ? 'good' : 'bad'}>{active ? words.active : words.suspended}</Badge>
}
