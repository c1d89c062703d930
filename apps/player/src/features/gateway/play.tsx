import { ApiError } from '@dhow/client/api-error'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from '../../shared/search-params.ts'
import { Button, buttonClass } from '@dhow/ui/button'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { Icon } from '@dhow/ui/icons'
import { Row } from '@dhow/ui/layout'
import { lazyScreen } from '../../shared/lazy-screen.tsx'
import { paths, playPath } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { gameQuery } from '../../shared/game-query.ts'
import { Link } from '../../shared/link.tsx'
import { usePathParams } from '../../shared/match-path.ts'
import { Page, useHeadingFocus, useTitle } from '../../shared/page.tsx'
import { renderedAtMs, usePortal } from '../../shared/portal.tsx'
import { useSession } from '../../shared/session.tsx'
import { useGameName } from '../../shared/use-game-name.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import type { StopReason } from './game-messages.ts'
import { GameTools, useGameFrame, type GameToolControls } from './game-tools.tsx'
import styles from './play.module.css'
import { PlaySessionBar } from './play-session-bar.tsx'
import { Poster } from './poster.tsx'
import { RefusedBet, useRefusedBet } from './refused-bet.tsx'

/** Loaded with its words only during a break. */
const stopped = lazyScreen(['account'], () => import('./play-stopped.tsx'))

/** One game in its frame. The provider's page runs on its own origin, without access to the portal's. */
export default function Play() {
  const words = useWords()
  const { game: slug = '' } = usePathParams(paths.play)
  const [search] = useSearchParams()
  const { session, looksSignedIn } = useSession()
  const { game } = usePortal()
  const { data, error, refetch } = useQuery({
    ...gameQuery(slug),
    ...(game?.slug === slug ? { initialData: game, initialDataUpdatedAt: renderedAtMs } : {}),
  })
  const name = useGameName(data ?? { name: '…' })
  useTitle(data ? name : words.play.loading)
  if (error) {
    if (error instanceof ApiError && error.status === 404) {
      return (
        <Page title={words.play.unknown}>
          <Link to={paths.allGames} className={buttonClass('quiet')}>
            {words.play.backLong}
          </Link>
        </Page>
      )
    }
    return (
      <Page title={words.play.failed}>
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      </Page>
    )
  }
  // Player and balance are mostly known at once, so do not wait for the game's details.
  const isDemoAsked = search.get('demo') === '1'
  const isKnown = session.state === 'in' || (session.state === 'out' && isDemoAsked)
  if (!data && !isKnown) return <Skeleton lines={6} label={words.play.loading} />
  // The server renders for a visitor or a player by a hint; the game starts once the session is known.
  const isVisitor = session.state === 'out' || (session.state === 'unknown' && !looksSignedIn)
  // Without an account, start with play money if the game has it.
  const demo = isDemoAsked || (isVisitor && data?.demo === true)
  if (data && isVisitor && !demo) {
    return (
      <Page title={name} lead={words.play.signIn}>
        <img className={styles['poster']} src={data.tile} alt="" width="320" height="240" />
        <Link to={paths.login} state={{ back: `/play/${slug}` }} className={buttonClass()}>
          {words.nav.login}
        </Link>
      </Page>
    )
  }
  if (session.state === 'unknown')
    return (
      <Room name={name} note={demo ? <DemoNotice slug={slug} /> : null}>
        <div className={styles['stage']}>
          <Poster name={name} tile={data?.tile} />
        </div>
      </Room>
    )
  return <Running key={`${slug}-${demo}`} slug={slug} name={name} tile={data?.tile} demo={demo} />
}

function Running({ slug, name, tile, demo }: { slug: string; name: string; tile: string | undefined; demo: boolean }) {
  const words = useWords()
  const [isLoaded, setLoaded] = useState(false)
  const language = useLanguage()
  const { mutate, data, error } = useMutation({
    mutationFn: () => call('launchGame', { params: { slug }, body: { demo, theme: currentTheme(), language } }),
  })
  const launched = useRef(false)
  useEffect(() => {
    // A launch token opens one session, so launch once even if rendered twice.
    if (launched.current) return
    launched.current = true
    mutate()
  }, [mutate])
  const refused = useRefusedBet(demo ? undefined : data?.origin)
  const { frame, send, lent } = useGameFrame(data?.origin)
  const stopAutoplay = useCallback((why: StopReason) => send({ type: 'dhow:stop-autoplay', why }), [send])
  useEffect(() => {
    if (refused) stopAutoplay('refused')
  }, [refused, stopAutoplay])
  const { listen } = useSession()
  // The game's session has ended with the player's; its page stays until the login, seconds later.
  useEffect(() => listen(({ type }) => type === 'signed_out' && stopAutoplay('signed_out')), [listen, stopAutoplay])

  if (error) {
    if (error instanceof ApiError && error.code === 'play_blocked') return <stopped.Screen />
    return (
      <Empty
        isPage
        title={sentencesOf(error).join(' ')}
        action={
          <Row>
            <Button onClick={() => mutate()}>{words.portal.retry}</Button>
            <Link to={paths.allGames} className={buttonClass('quiet')}>
              {words.play.backLong}
            </Link>
          </Row>
        }
      />
    )
  }
  return (
    <Room
      name={name}
      note={
        demo ? (
          <DemoNotice slug={slug} />
        ) : data ? (
          <PlaySessionBar openedAt={data.opened_at} origin={data.origin} stopAutoplay={stopAutoplay} />
        ) : null
      }
      lent={lent}
    >
      {refused && <RefusedBet code={refused} openAgain={() => mutate()} />}
      <div className={styles['stage']}>
        {data ? (
          <iframe
            key={data.url}
            ref={frame}
            className={styles['frame']}
            src={data.url}
            title={name}
            allow="fullscreen; autoplay"
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
            referrerPolicy="origin"
            onLoad={() => setLoaded(true)}
          />
        ) : null}
        {isLoaded ? null : <Poster name={name} tile={tile} />}
      </div>
    </Room>
  )
}

/** Bar above a game: name, play session, full screen (which includes the bar), and on a phone the game's tools. */
function Room({
  name,
  note,
  lent,
  children,
}: {
  name: string
  note: ReactNode
  lent?: GameToolControls | undefined
  children: ReactNode
}) {
  const words = useWords()
  const room = useRef<HTMLDivElement>(null)
  const { fullScreen, isFull } = useFullScreen(room)
  const heading = useHeadingFocus()
  return (
    <div ref={room} className={styles['room']}>
      <div className={styles['bar']}>
        <Link to={paths.allGames} className={buttonClass('plain', { small: true })}>
          <Icon name="back" size={20} />
          <span className={styles['long']}>{words.play.back}</span>
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {name}
        </h1>
        {note}
        {lent ? (
          <GameTools {...lent} fullScreen={fullScreen} />
        ) : (
          <Button kind="plain" small onClick={fullScreen} aria-pressed={isFull} aria-label={words.nav.fullscreen}>
            <Icon name="full" size={20} />
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}

/** Banner of play with demo money, with the link to real play. */
function DemoNotice({ slug }: { slug: string }) {
  const words = useWords()
  const { session } = useSession()
  return (
    <div className={styles['demo']} role="note">
      <span>
        <LongOrShort long={words.play.demoRunning} short={words.play.demoShort} />
      </span>
      {session.state === 'in' ? (
        <Link to={playPath(slug)}>
          <LongOrShort long={words.play.real} short={words.play.realShort} />
        </Link>
      ) : (
        <Link to={paths.login} state={{ back: playPath(slug) }}>
          <LongOrShort long={words.play.signIn} short={words.nav.login} />
        </Link>
      )}
    </div>
  )
}

/** Label with a short form for phones; screen readers read the long one. */
function LongOrShort({ long, short }: { long: string; short: string }) {
  return (
    <>
      <span className={styles['long']}>{long}</span>
      <span className={styles['short']} aria-hidden="true">
        {short}
      </span>
    </>
  )
}

function useFullScreen(target: { current: HTMLElement | null }) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const fullScreen = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void target.current?.requestFullscreen().catch(() => undefined)
  }, [target])
  return { fullScreen, isFull }
}

const currentTheme = () => (document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark')
