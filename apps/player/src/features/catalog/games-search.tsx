import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { useWords } from '../../shared/words/words.tsx'
import { GameGrid } from './game-grid.tsx'
import type { ListOfGames } from './long-list.tsx'
import { clearSearches, recentSearches } from './recent-searches.ts'
import styles from './lobby.module.css'

/** Search field; updates the address with a delay, so that slow phones lose no letters. */
export function SearchField({
  label,
  first,
  search,
}: {
  label: string
  first: string
  search: (text: string) => void
}) {
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

/** Recent searches of this browser as buttons, if any. */
export function RecentSearches({ pick }: { pick: (text: string) => void }) {
  const words = useWords().games
  const [kept, setKept] = useState(recentSearches)
  if (kept.length === 0) return null
  const forget = () => {
    clearSearches()
    setKept([])
  }
  return (
    <section className={styles['section']} aria-label={words.recentSearches}>
      <div className={styles['sectionHead']}>
        <h2>{words.recentSearches}</h2>
        <Button kind="plain" small onClick={forget}>
          {words.forget}
        </Button>
      </div>
      <div className={styles['chips']}>
        {kept.map((text) => (
          <Button key={text} kind="quiet" small onClick={() => pick(text)}>
            {text}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** An empty list has a sentence; an empty search offers the top games. */
export function NothingFound({ list, clear }: { list: ListOfGames; clear: () => void }) {
  const words = useWords().games
  const { data } = useQuery({
    queryKey: ['games', 'instead'],
    queryFn: async () => (await call('games', { query: { category: 'top', sandbox: 'hide', limit: 6 } })).games,
    enabled: list.q !== '',
  })
  return (
    <>
      <Empty
        title={words.none}
        action={
          list.q || list.category ? (
            <Button kind="quiet" small onClick={clear}>
              {words.clear}
            </Button>
          ) : null
        }
      >
        {list.q ? fill(words.noneText, { q: list.q }) : null}
      </Empty>
      {list.q && data ? <GameGrid games={data} /> : null}
    </>
  )
}
