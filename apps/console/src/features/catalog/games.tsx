import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { StaffGame } from '@dhow/contract/games'
import { Badge, Empty } from '@dhow/ui/feedback'
import { CheckField, SelectField } from '@dhow/ui/field'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { Filters } from '../../shared/filters.tsx'
import form from '../../shared/form.module.css'
import { ArrangeForm } from './arrange-form.tsx'
import styles from './games.module.css'

const words = en.games
const states = ['shown', 'hidden', 'withdrawn'] as const
type State = (typeof states)[number]

/** All games of all providers, with place and order in the lobby. */
export function Games() {
  const [params, setParams] = useSearchParams()
  const [chosen, setChosen] = useState<StaffGame[]>([])
  const mayArrange = usePermission('games.arrange')
  const q = params.get('q') ?? ''
  const provider = params.get('provider') ?? ''
  const state = states.find((one) => one === params.get('state'))
  const set = (name: string, value: string) =>
    setParams((before) => {
      if (value) before.set(name, value)
      else before.delete(name)
      return before
    })
  const listed = useInfiniteQuery({
    queryKey: ['staff-games', q, provider, state ?? ''],
    queryFn: ({ pageParam }) => call('staffGames', { query: { q, provider, state, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const isChosen = (game: StaffGame) => chosen.some(({ id }) => id === game.id)
  const choose = (game: StaffGame) =>
    setChosen((before) => (isChosen(game) ? before.filter(({ id }) => id !== game.id) : [...before, game]))
  return (
    <Page title={words.title} lead={words.lead}>
      <SearchBox key={q} label={words.search} hint={words.searchHint} value={q} search={(text) => set('q', text)} />
      <Filters set={{ provider, state }}>
        <Choices provider={provider} state={state} set={set} />
      </Filters>
      {chosen.length > 0 ? (
        <ArrangeForm key={chosen.map(({ id }) => id).join(' ')} games={chosen} close={() => setChosen([])} />
      ) : null}
      <Asked query={listed}>
        {({ pages }) => {
          const games = pages.flatMap((page) => page.games)
          if (games.length === 0) return <Empty title={words.none} />
          return (
            <>
              <p>{fill(words.count, { count: (pages[0]?.total ?? 0).toLocaleString('en') })}</p>
              <ListTable
                name="games"
                label={words.title}
                columns={[
                  { key: 'game', label: words.game },
                  { key: 'provider', label: words.provider },
                  { key: 'categories', label: words.categories },
                  { key: 'markets', label: words.markets },
                  { key: 'position', label: words.position, isNumber: true },
                  { key: 'state', label: words.state },
                ]}
                rows={games.map((game) => ({
                  key: game.id,
                  cells: {
                    ...cellsOf(game),
                    game: mayArrange ? (
                      <CheckField checked={isChosen(game)} onChange={() => choose(game)}>
                        <Name game={game} />
                      </CheckField>
                    ) : (
                      <Name game={game} />
                    ),
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

function Choices({
  provider,
  state,
  set,
}: {
  provider: string
  state: State | undefined
  set: (name: 'provider' | 'state', value: string) => void
}) {
  const providers = useQuery({ queryKey: ['providers'], queryFn: () => call('staffProviders') })
  return (
    <div className={form['pair']}>
      <SelectField label={words.provider} value={provider} onChange={(event) => set('provider', event.target.value)}>
        <option value="">{words.all}</option>
        {providers.data?.providers.map((one) => (
          <option key={one.code} value={one.code}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.state} value={state ?? ''} onChange={(event) => set('state', event.target.value)}>
        <option value="">{words.all}</option>
        {states.map((one: State) => (
          <option key={one} value={one}>
            {words.states[one]}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

const cellsOf = (game: StaffGame) => ({
  provider: <span translate="no">{game.provider}</span>,
  categories: game.categories.join(', ') || words.nothing,
  markets: game.markets.join(', ') || words.nothing,
  position: game.position.toLocaleString('en'),
  state: (
    <>
      <Badge tone={game.withdrawn ? 'bad' : game.enabled ? 'good' : 'neutral'}>
        {words.states[game.withdrawn ? 'withdrawn' : game.enabled ? 'shown' : 'hidden']}
      </Badge>{' '}
      {game.edited.length > 0 ? words.edited : null}
    </>
  ),
})

function Name({ game }: { game: StaffGame }) {
  return (
    <span className={styles['name']}>
      {game.tile.startsWith('/tiles/drawn/') ? (
        <img src={game.tile} alt="" width="48" height="36" loading="lazy" decoding="async" />
      ) : null}
      {game.name}
    </span>
  )
}
