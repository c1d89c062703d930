import type { Game } from '@dhow/contract/catalog'
import type { lobby, LobbyShelf } from '@dhow/contract/lobby'
import type { ReplyOf } from '@dhow/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ComponentType, type ReactNode } from 'react'
import { buttonClass } from '@dhow/ui/button'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { Icon } from '@dhow/ui/icons'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Link } from '../../shared/link.tsx'
import { firstScreenId, useTitle } from '../../shared/page.tsx'
import { renderedAtMs, usePortal } from '../../shared/portal.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { FreeRoundGames } from './free-round-games.tsx'
import { useLiveTables, type TableShown } from './live-tables.tsx'
import { useOwnGames, LazyWinners } from './later.tsx'
import { Rail, RailPlaceholder } from './rail.tsx'
import { Strip } from './strip.tsx'
import { Swap } from './swap.tsx'
import { Tile } from './tile.tsx'
import { ProviderLink } from './provider-link.tsx'
import styles from './lobby.module.css'

/** Pictures of the first shelf that load at once. */
const eagerTiles = 3
/** Index of the last shelf that a phone shows at first. */
const lastOfFirstScreen = 1

/**
 * The lobby. Its shelves are in the server-rendered page; the script only hydrates them. Shelves below the first hydrate
 * one by one in idle time, or at once when touched. None of them suspends, so the boundaries need no fallback.
 */
export function Lobby() {
  const words = useWords()
  useTitle(words.nav.home)
  const { lobby: rendered, liked = false, language } = usePortal()
  const { looksSignedIn } = useSession()
  const tableOf = useLiveTables()
  const own = useOwnGames(looksSignedIn)
  // The page is drawn for everybody; a player's own content replaces it in its places.
  const isShared = looksSignedIn && rendered?.own?.by_player === true
  const { data, error, refetch } = useQuery({
    queryKey: ['lobby'],
    queryFn: () => call('lobby', { query: { language } }),
    ...(rendered
      ? { initialData: { status: 'success' as const, ...rendered }, initialDataUpdatedAt: isShared ? 0 : renderedAtMs }
      : {}),
    staleTime: 60_000,
  })
  const content = data?.own
  const drawn = isShared ? rendered.own : undefined
  const notices = content?.notices.slice(0, drawn?.notices.length) ?? []
  const shelves = data?.shelves ?? []
  const featured = shelves.find(({ code }) => code === 'crash' || code === 'live')?.games[0]
  return (
    <FreeRoundGames>
      <div className={styles['lobby']}>
        {notices.map((notice, index) => (
          <p key={drawn?.notices[index]?.id ?? notice.id} className={styles['notice']}>
            <Swap drawn={drawn?.notices[index] && <NoticeText {...drawn.notices[index]} />}>
              <NoticeText {...notice} />
            </Swap>
          </p>
        ))}
        <Strip
          banners={content?.banners}
          drawn={drawn?.banners}
          isKnown={content?.by_player !== true}
          notice={drawn && content?.notices[drawn.notices.length]}
          game={featured}
          table={featured && tableOf(featured.slug)}
        />
        <nav className={styles['chips']} aria-label={words.lobby.kinds}>
          {kinds(words, data?.tournaments === true).map(([to, label, state]) => (
            <Link key={label} to={to} state={state} className={buttonClass('quiet', { small: true })}>
              {state ? <Icon name="search" size={18} /> : null}
              {label}
            </Link>
          ))}
        </nav>
        {!looksSignedIn ? null : own ? (
          <own.OwnGames liked={liked} tableOf={tableOf} />
        ) : (
          <>
            <RailPlaceholder title={words.lobby.recent} />
            {liked ? <RailPlaceholder title={words.lobby.favourites} /> : null}
          </>
        )}
        {data ? null : error ? (
          <Failure
            message={sentencesOf(error).join(' ')}
            retry={() => void refetch()}
            retryLabel={words.portal.retry}
          />
        ) : (
          <Skeleton lines={4} label={words.portal.loading} />
        )}
        <OwnRows rows={content?.rows.slice(0, drawn?.rows.length)} tableOf={tableOf} />
        {shelves.map((shelf, index) => (
          <Hydrated key={shelf.code} isLater={index > 0}>
            <Shelf shelf={shelf} index={index} tableOf={tableOf} Heart={own?.OwnHeart} />
          </Hydrated>
        ))}
        {drawn ? <OwnRows rows={content?.rows.slice(drawn.rows.length)} tableOf={tableOf} /> : null}
        <Suspense>
          <BelowShelves providers={data?.providers ?? []} />
        </Suspense>
      </div>
    </FreeRoundGames>
  )
}

type Content = NonNullable<ReplyOf<typeof lobby>['own']>

const NoticeText = ({ text, to }: Content['notices'][number]) => (to ? <Link to={to}>{text}</Link> : text)

/** Rows of the operator's choice. */
function OwnRows({
  rows = [],
  tableOf,
}: {
  rows: Content['rows'] | undefined
  tableOf: (slug: string) => TableShown | undefined
}) {
  return rows.map(({ id, title, games }) => (
    <Suspense key={id}>
      <Rail title={title} length={games.length}>
        {games.map((game) => (
          <li key={game.id}>
            <Tile game={game} isEager={false} table={tableOf(game.slug)} hasResults={false} />
          </li>
        ))}
      </Rail>
    </Suspense>
  ))
}

/** Providers, winners, and the three promises. */
function BelowShelves({ providers }: { providers: ReplyOf<typeof lobby>['providers'] }) {
  const words = useWords()
  return (
    <>
      {providers.length > 0 ? (
        <Rail title={words.nav.providers} all={paths.providers} length={0} className={styles['wideRail']}>
          {providers.map((provider) => (
            <li key={provider.code}>
              <ProviderLink provider={provider} />
            </li>
          ))}
        </Rail>
      ) : null}
      <LazyWinners />
      <ul className={styles['promises']}>
        <Assurance title={words.lobby.fairTitle} text={words.lobby.fairText} />
        <Assurance title={words.lobby.moneyTitle} text={words.lobby.moneyText} />
        <Assurance title={words.lobby.safeTitle} text={words.lobby.safeText} />
      </ul>
    </>
  )
}

/** A part of the first screen, or one that hydrates later. */
const Hydrated = ({ isLater, children }: { isLater: boolean; children: ReactNode }) =>
  isLater ? <Suspense>{children}</Suspense> : children

const kinds = ({ lobby, nav }: Words, hasTournaments: boolean): [to: string, label: string, state?: unknown][] => [
  [paths.topGames, nav.search, { search: true }],
  ...(hasTournaments ? [[paths.tournaments, nav.tournaments] satisfies [string, string]] : []),
  [paths.topGames, lobby.top],
  [`${paths.filteredGames}?type=crash`, lobby.crash],
  [paths.turboGames, lobby.turbo],
  [`${paths.filteredGames}?type=card`, lobby.card],
  [paths.providers, nav.providers],
]

const shelfOf = ({ lobby, nav }: Words, code: LobbyShelf['code']): { title: string; all: string } =>
  ({
    crash: { title: nav.crashGames, all: `${paths.filteredGames}?type=crash` },
    live: { title: lobby.liveTables, all: `${paths.filteredGames}?type=live` },
    turbo: { title: lobby.turboGames, all: paths.turboGames },
    card: { title: lobby.cardGames, all: `${paths.filteredGames}?type=card` },
    new: { title: lobby.newGames, all: paths.allGames },
  })[code]

function Shelf({
  shelf: { code, games },
  index: place,
  tableOf,
  Heart,
}: {
  shelf: LobbyShelf
  index: number
  tableOf: (slug: string) => TableShown | undefined
  /** Loaded later, for signed-in players only. */
  Heart: ComponentType<{ game: Game }> | undefined
}) {
  return (
    <Rail
      id={place === lastOfFirstScreen ? firstScreenId : undefined}
      {...shelfOf(useWords(), code)}
      length={games.length}
      className={styles[code]}
    >
      {games.map((game, index) => (
        <li key={game.id}>
          <Tile
            game={game}
            isEager={place === 0 && index < eagerTiles}
            table={tableOf(game.slug)}
            hasResults={code === 'live' || code === 'crash'}
          />
          {Heart ? <Heart game={game} /> : null}
        </li>
      ))}
    </Rail>
  )
}

function Assurance({ title, text }: { title: string; text: string }) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  )
}
