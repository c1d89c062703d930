import type { Game } from '@dhow/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { call, sentencesOf } from '../../shared/api.ts'
import { useWords } from '../../shared/words/words.tsx'
import { GameGrid } from './game-grid.tsx'
import styles from './lobby.module.css'

export interface ListOfGames {
  category: string | undefined
  provider: string | undefined
  q: string
  /** Whether to hide the sandbox's invented games. */
  sandbox: 'hide' | undefined
}

/** Divisible by 2 to 6, so that rows of tiles are full. */
const pageOfGames = 60
/** Distance from the screen within which tiles stay rendered. */
const keptPx = 1_600

export const gamesQuery = ({ category, provider, q, sandbox }: ListOfGames, cursor?: string) => ({
  queryKey: ['games', category ?? '', provider ?? '', q, sandbox ?? '', cursor ?? ''],
  queryFn: () => call('games', { query: { category, provider, q, sandbox, cursor, limit: pageOfGames } }),
  staleTime: 60_000,
})

/** List for thousands of games: fetches pages as they are reached and renders only those near the screen. */
export function LongList({
  list,
  games,
  next,
  eager,
}: {
  list: ListOfGames
  games: Game[]
  next: string | null
  /** Pictures that load at once. */
  eager: number
}) {
  return (
    <div className={styles['pages']}>
      <Near>
        <GameGrid games={games} eager={eager} />
      </Near>
      {next === null ? null : <Following key={`${JSON.stringify(list)} ${next}`} list={list} cursor={next} />}
    </div>
  )
}

/** Fetch the next page when its place comes near or on request. */
function Following({ list, cursor }: { list: ListOfGames; cursor: string }) {
  const words = useWords()
  const [isWanted, setWanted] = useState(false)
  const mark = useNear((isNear) => {
    if (isNear) setWanted(true)
  })
  if (isWanted) return <Page list={list} cursor={cursor} />
  return (
    <div ref={mark}>
      <Button kind="quiet" onClick={() => setWanted(true)}>
        {words.lobby.more}
      </Button>
    </div>
  )
}

function Page({ list, cursor }: { list: ListOfGames; cursor: string }) {
  const words = useWords()
  const { data: come, error, refetch } = useQuery(gamesQuery(list, cursor))
  // Deferred, so that rendering sixty tiles does not block scrolling.
  const data = useDeferredValue(come)
  if (error)
    return (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data) return <Skeleton lines={6} label={words.portal.loading} />
  return (
    <>
      <Near>
        <GameGrid games={data.games} />
      </Near>
      {data.next_cursor === null ? null : <Following key={data.next_cursor} list={list} cursor={data.next_cursor} />}
    </>
  )
}

/** Renders its children near the screen, and a placeholder of their height elsewhere. */
function Near({ children }: { children: ReactNode }) {
  const [isNear, setNear] = useState(true)
  const box = useNear((near, room) => {
    room.style.blockSize = near ? '' : `${room.offsetHeight}px`
    setNear(near)
  })
  return <div ref={box}>{isNear ? children : null}</div>
}

function useNear(onChange: (isNear: boolean, box: HTMLElement) => void) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (!box.current) return undefined
    const watch = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry && box.current) latest.current(entry.isIntersecting, box.current)
      },
      { rootMargin: `${keptPx}px 0px` },
    )
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return box
}
