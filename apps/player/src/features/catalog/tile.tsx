import type { Game } from '@dhow/contract/catalog'
import { HiddenText } from '@dhow/ui/hidden-text'
import { playPath } from '../../app/paths.ts'
import { fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { usePicture } from '../../shared/pictures.ts'
import { useSaver } from '../../shared/portal.tsx'
import { useGameName } from '../../shared/use-game-name.ts'
import { useWords } from '../../shared/words/words.tsx'
import { useFreeRoundGames } from './free-round-games.tsx'
import { LastResults, LiveBadge, type TableShown } from './live-tables.tsx'
import styles from './lobby.module.css'

/** A game's picture and name, and the state of a shared table; `hasResults` gives the last results a row of their own. */
export function Tile({
  game,
  isEager,
  table,
  hasResults = false,
}: {
  game: Game
  isEager: boolean
  table?: TableShown | undefined
  hasResults?: boolean
}) {
  const words = useWords().lobby
  const saver = useSaver()
  const name = useGameName(game)
  const picture = usePicture(game.tile)
  return (
    <Link to={playPath(game.slug)} className={styles['tile']} draggable={false}>
      <span className={styles['picture']} data-bare={saver}>
        {saver ? null : (
          <img
            suppressHydrationWarning
            src={isEager ? picture : game.tile}
            alt=""
            width="320"
            height="240"
            loading={isEager ? 'eager' : 'lazy'}
            decoding="async"
            draggable={false}
          />
        )}
      </span>
      <strong>{name}</strong>
      <HiddenText>
        {' '}
        {words.by} {game.provider_name}{' '}
      </HiddenText>
      {game.down ? <span className={styles['away']}>{words.away}</span> : <Badges game={game} table={table} />}
      {hasResults ? <LastResults table={table} /> : null}
    </Link>
  )
}

function Badges({ game, table }: { game: Game; table: TableShown | undefined }) {
  const words = useWords().lobby
  const hasFreeRounds = useFreeRoundGames().has(game.slug)
  if (table || game.categories.includes('live'))
    return (
      <>
        <LiveBadge table={table} />
        {table && table.players > 0 ? (
          <em className={styles['players']}>
            {table.players === 1 ? words.playerNow : fill(words.playersNow, { count: table.players })}
          </em>
        ) : null}
      </>
    )
  if (game.sandbox) return <em className={styles['badge']}>{words.sandboxGame}</em>
  if (hasFreeRounds) return <em className={`${styles['badge']} ${styles['fresh']}`}>{words.freeRounds}</em>
  return game.is_new ? <em className={`${styles['badge']} ${styles['fresh']}`}>{words.isNew}</em> : null
}
