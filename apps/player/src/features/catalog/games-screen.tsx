import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
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

/** Every list of games: one category or all, with the search in the address so that a link keeps it. */
export default function GamesScreen() {
  const words = useWords()
  const language = useLanguage()
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const own = fixedLists(words)[pathname]
  const categories = categoriesOf(words)
  const category = own ? own.category : (search.get('type') ?? undefined)
  const isByProvider = pathname === paths.filteredProviderGames
  const provider = isByProvider || pathname === paths.provider ? (search.get('provider') ?? undefined) : undefined
  const typed = search.get('q') ?? ''
  const q = useDeferredValue(typed.trim())
  const [clears, setClears] = useState(0)
  const clear = () => {
    setSearch({}, { replace: true })
    setClears(clears + 1)
  }
  const list = { category, provider, q }
  const { list: drawn } = usePortal()
  const isDrawn = drawn !== undefined && drawn.category === (category ?? '') && !provider && q === ''
  const { data, error, refetch } = useQuery({
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
  const maker = provider && data?.games[0]?.provider_name
  const title =
    own?.title ??
    (isByProvider
      ? maker
        ? fill(words.games.ofProvider, { provider: maker })
        : words.games.byProvider
      : pathname === paths.provider
        ? (maker ?? words.games.oneProvider)
        : (categories.find(([code]) => code === category)?.[1] ?? words.lobby.games))
  return (
    <Page title={title} wide>
      <SearchField
        key={`${pathname}-${clears}`}
        label={words.games.searchLabel}
        first={typed}
        search={(text) => set('q', text)}
      />
      {own || provider ? null : (
        <div className={styles['chips']} role="group" aria-label={words.lobby.kinds}>
          {categories.map(([code, label]) => (
            <Button
              key={code}
              kind="quiet"
              small
              aria-pressed={(category ?? '') === code}
              onClick={() => set('type', code)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {data ? (
        data.games.length > 0 ? (
          <>
            <p className={styles['count']} aria-live="polite">
              {data.total === 1
                ? words.games.gameOf
                : fill(words.games.gamesOf, { count: count(data.total, language) })}
            </p>
            <LongList list={list} games={data.games} next={data.next_cursor} eager={isDrawn ? 4 : 0} />
          </>
        ) : (
          <Empty title={words.games.none}>
            {q || category ? (
              <Button kind="quiet" small onClick={clear}>
                {words.games.clear}
              </Button>
            ) : null}
          </Empty>
        )
      ) : error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : (
        <Skeleton lines={6} label={words.portal.loading} />
      )}
    </Page>
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
