import { useLocationState } from '../../shared/use-location-state.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation } from '../../shared/router.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { Button } from '@dhow/ui/button'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { sentencesOf } from '../../shared/api.ts'
import { fill, formatCount } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { renderedAtMs, usePortal } from '../../shared/portal.tsx'
import { useLanguage, useWords, type Words } from '../../shared/words/words.tsx'
import { NothingFound, RecentSearches, SearchField } from './games-search.tsx'
import { gamesQuery, LongList, type ListOfGames } from './long-list.tsx'
import { storeSearch } from './recent-searches.ts'
import styles from './lobby.module.css'

/** Filter and title by path; `/filtered-games` has its filter in the query. */
const fixedLists = ({ nav, lobby }: Words): Record<string, { category?: string; title: string }> => ({
  [paths.allGames]: { title: nav.allGames },
  [paths.topGames]: { category: 'top', title: lobby.topGames },
  [paths.turboGames]: { category: 'turbo', title: lobby.turboGames },
  [paths.spribeGames]: { category: 'spribe', title: lobby.spribeGames },
})
const categoriesOf = ({ lobby, games }: Words) =>
  [
    ['', games.all],
    ['top', lobby.top],
    ['crash', lobby.crash],
    ['turbo', lobby.turbo],
    ['card', lobby.card],
    ['live', lobby.liveTables],
  ] as const

/**
 * Every list of games: one category or all, with the search in the address so that a link keeps it. A search covers all games, unless the
 * category that narrows it is shown.
 */
export default function GamesScreen() {
  const words = useWords()
  const { pathname, key } = useLocation()
  const { first, times, list, hasChips, hasSwitch, showsSandbox, isRendered, query, set, pick, clear } = useGames()
  const field = useRef<HTMLDivElement>(null)
  const isSearch = useLocationState()?.search === true
  useEffect(() => {
    // The search icon opens this screen with the field focused.
    if (isSearch) field.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isSearch, key])
  const maker = list.provider && query.data?.games[0]?.provider_name
  return (
    <Page title={list.q === '' ? titleOf(words, pathname, list, maker) : words.games.searchLabel} wide>
      <div ref={field}>
        <SearchField
          key={`${pathname}-${times}`}
          label={words.games.searchLabel}
          first={first}
          search={(text) => set('q', text)}
        />
      </div>
      {isSearch && list.q === '' ? <RecentSearches pick={pick} /> : null}
      {hasChips ? (
        <div className={styles['chips']} role="group" aria-label={words.lobby.kinds}>
          {categoriesOf(words).map(([code, label]) => (
            <Button
              key={code}
              kind="quiet"
              small
              aria-pressed={(list.category ?? '') === code}
              onClick={() => set('type', code)}
            >
              {label}
            </Button>
          ))}
        </div>
      ) : null}
      {hasSwitch ? (
        <label className={styles['switch']}>
          <input
            type="checkbox"
            role="switch"
            checked={showsSandbox}
            aria-checked={showsSandbox}
            onChange={() => set('sandbox', showsSandbox ? '' : 'show')}
          />
          <span>
            {words.games.sandboxSwitch}
            <small>{words.games.sandboxNote}</small>
          </span>
        </label>
      ) : null}
      {hasSwitch && showsSandbox ? <Link to={paths.spribeGames}>{words.lobby.spribeGames}</Link> : null}
      <Found list={list} query={query} isRendered={isRendered} clear={clear} />
    </Page>
  )
}

/** The list that the address selects, its games, and functions to change it. */
function useGames() {
  const words = useWords()
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const own = fixedLists(words)[pathname]
  const typed = search.get('q') ?? ''
  const q = useDeferredValue(typed.trim())
  /** Search text set by a tap on a recent search; then copied to the address. */
  const [given, setGiven] = useState<{ path: string; text: string; times: number }>()
  const give = (text: string) => setGiven({ path: pathname, text, times: (given?.times ?? 0) + 1 })
  const category = own ? own.category : (search.get('type') ?? undefined)
  const isOfProvider = pathname === paths.filteredProviderGames || pathname === paths.provider
  const provider = isOfProvider ? (search.get('provider') ?? undefined) : undefined
  /** Whether categories are shown, which narrow a search; elsewhere a search covers all games. */
  const hasChips = own === undefined && provider === undefined
  const { list: rendered, settings } = usePortal()
  /** Lists hide the sandbox's invented games until switched on; a search finds them anyway. */
  const canHide = q === '' && !provider && category !== 'spribe'
  const hasSwitch = canHide && settings.mode === 'sandbox'
  const showsSandbox = search.get('sandbox') === 'show'
  const list: ListOfGames = {
    ...(q === '' || hasChips ? { category, provider } : { category: undefined, provider: undefined }),
    q,
    sandbox: canHide && !showsSandbox ? 'hide' : undefined,
  }
  const isRendered =
    rendered?.category === (category ?? '') &&
    rendered.provider === (provider ?? '') &&
    rendered.sandbox === (list.sandbox ?? 'show') &&
    q === ''
  const query = useQuery({
    ...gamesQuery(list),
    ...(isRendered
      ? { initialData: { status: 'success' as const, ...rendered }, initialDataUpdatedAt: renderedAtMs }
      : {}),
    placeholderData: (before) => before,
  })
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  const pick = (text: string) => {
    set('q', text)
    give(text)
  }
  const clear = () => {
    setSearch({}, { replace: true })
    give('')
  }
  const first = given?.path === pathname ? given.text : typed
  return {
    first,
    times: given?.times ?? 0,
    list,
    hasChips,
    hasSwitch,
    showsSandbox,
    isRendered,
    query,
    set,
    pick,
    clear,
  }
}

type Games = ReturnType<typeof useGames>

function titleOf(words: Words, pathname: string, { category }: Games['list'], maker: string | undefined): string {
  const own = fixedLists(words)[pathname]
  if (own) return own.title
  if (pathname === paths.filteredProviderGames)
    return maker ? fill(words.games.ofProvider, { provider: maker }) : words.games.byProvider
  if (pathname === paths.provider) return maker ?? words.games.oneProvider
  return categoriesOf(words).find(([code]) => code === category)?.[1] ?? words.lobby.games
}

function Found({
  list,
  query: { data, error, refetch },
  isRendered,
  clear,
}: Pick<Games, 'list' | 'query' | 'isRendered' | 'clear'>) {
  const words = useWords()
  const language = useLanguage()
  if (!data)
    return error ? (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    ) : (
      <Skeleton lines={6} label={words.portal.loading} />
    )
  if (data.games.length === 0) return <NothingFound list={list} clear={clear} />
  return (
    <div className={styles['found']} onClickCapture={() => list.q && storeSearch(list.q)}>
      <p className={styles['count']} aria-live="polite">
        {data.is_similar
          ? fill(words.games.similar, { q: list.q })
          : data.total === 1
            ? words.lobby.gameOf
            : fill(words.lobby.gamesOf, { count: formatCount(data.total, language) })}
      </p>
      <LongList list={list} games={data.games} next={data.next_cursor} eager={isRendered ? 6 : 0} />
    </div>
  )
}
