import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { Button } from '@dhow/ui/button'
import { paths } from '../../app/paths.ts'
import { sentencesOf } from '../../shared/api.ts'
import { count, fill } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { drawnAtMs, usePortal } from '../../shared/portal.tsx'
import { useLanguage, useWords, type Words } from '../../shared/words/words.tsx'
import { gamesQuery, LongList } from './long-list.tsx'
import styles from './lobby.module.css'

/** Meaning of each list's path; `/filtered-games` says it in its address. */
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
  ] as const

/**
 * Every list of games: one category or all, with the search in the address so that a link keeps it. A search is over all games,
 * unless the player sees the category that narrows it.
 */
export default function GamesScreen() {
  const words = useWords()
  const { pathname, key, state } = useLocation()
  const { typed, clears, list, hasChips, isDrawn, query, set, clear } = useGames()
  const field = useRef<HTMLDivElement>(null)
  const isSearch = (state as { search?: boolean } | null)?.search === true
  useEffect(() => {
    // The magnifier leads here to type.
    if (isSearch) field.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isSearch, key])
  const maker = list.provider && query.data?.games[0]?.provider_name
  return (
    <Page title={list.q === '' ? titleOf(words, pathname, list, maker) : words.games.searchLabel} wide>
      <div ref={field}>
        <SearchField
          key={`${pathname}-${clears}`}
          label={words.games.searchLabel}
          first={typed}
          search={(text) => set('q', text)}
        />
      </div>
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
      <Found list={list} query={query} isDrawn={isDrawn} clear={clear} />
    </Page>
  )
}

/** The list that the address asks for, its games, and ways to change it. */
function useGames() {
  const words = useWords()
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const own = fixedLists(words)[pathname]
  const typed = search.get('q') ?? ''
  const q = useDeferredValue(typed.trim())
  const [clears, setClears] = useState(0)
  const category = own ? own.category : (search.get('type') ?? undefined)
  const isOfProvider = pathname === paths.filteredProviderGames || pathname === paths.provider
  const provider = isOfProvider ? (search.get('provider') ?? undefined) : undefined
  /** Categories to choose from, which narrow a search in sight of the player; any other list is searched as all games. */
  const hasChips = own === undefined && provider === undefined
  const list = q === '' || hasChips ? { category, provider, q } : { category: undefined, provider: undefined, q }
  const { list: drawn } = usePortal()
  const isDrawn = drawn !== undefined && drawn.category === (category ?? '') && !provider && q === ''
  const query = useQuery({
    ...gamesQuery(list),
    ...(isDrawn ? { initialData: { status: 'success' as const, ...drawn }, initialDataUpdatedAt: drawnAtMs } : {}),
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
  const clear = () => {
    setSearch({}, { replace: true })
    setClears(clears + 1)
  }
  return { typed, clears, list, hasChips, isDrawn, query, set, clear }
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
  isDrawn,
  clear,
}: Pick<Games, 'list' | 'query' | 'isDrawn' | 'clear'>) {
  const words = useWords()
  const language = useLanguage()
  if (!data)
    return error ? (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    ) : (
      <Skeleton lines={6} label={words.portal.loading} />
    )
  if (data.games.length === 0)
    return (
      <Empty title={words.games.none}>
        {list.q || list.category ? (
          <Button kind="quiet" small onClick={clear}>
            {words.games.clear}
          </Button>
        ) : null}
      </Empty>
    )
  return (
    <>
      <p className={styles['count']} aria-live="polite">
        {data.total === 1 ? words.games.gameOf : fill(words.games.gamesOf, { count: count(data.total, language) })}
      </p>
      <LongList list={list} games={data.games} next={data.next_cursor} eager={isDrawn ? 4 : 0} />
    </>
  )
}

/** Update the field at once and the address later, so that slow phones lose no letters. */
function SearchField({ label, first, search }: { label: string; first: string; search: (text: string) => void }) {
  const [typed, setTyped] = useState(first)
  return (
    <TextField
      label={label}
      type="search"
      value={typed}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={64}
      onChange={(event) => {
        setTyped(event.target.value)
        search(event.target.value)
      }}
    />
  )
}
