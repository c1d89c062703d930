import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '@dhow/ui/button'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { paths, playPath } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Link } from '../../shared/link.tsx'
import { useHeadingFocus, useTitle } from '../../shared/page.tsx'
import { drawnAtMs, usePortal } from '../../shared/portal.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { GameGrid } from './game-grid.tsx'
import { OwnGames, Winners } from './own-games.tsx'
import styles from './lobby.module.css'

/** The first screen. Its games come with the page; the script only takes over. */
export function Lobby() {
  const words = useWords()
  useTitle(words.nav.home)
  const heading = useHeadingFocus()
  const { looksSignedIn } = useSession()
  const { games: drawn, settings, language } = usePortal()
  const { data, error, refetch } = useQuery({
    queryKey: ['games', 'lobby'],
    queryFn: async () => (await call('games', { query: { limit: 18 } })).games,
    ...(drawn ? { initialData: drawn, initialDataUpdatedAt: drawnAtMs } : {}),
    staleTime: 60_000,
  })
  return (
    <div className={styles['lobby']}>
      <section className={styles['hero']}>
        <Sea />
        <h1 ref={heading} tabIndex={-1}>
          {settings.welcome[language] ?? words.lobby.welcome}
        </h1>
        <p>{words.lobby.lead}</p>
        <div className={styles['acts']}>
          <Link to={playPath('dhow')} className={buttonClass()}>
            {words.lobby.playNow}
          </Link>
          {looksSignedIn ? null : (
            <Link to={paths.register} className={buttonClass('quiet')}>
              {words.lobby.open}
            </Link>
          )}
        </div>
      </section>
      <section className={styles['section']} aria-labelledby="lobby-games">
        <div className={styles['sectionHead']}>
          <h2 id="lobby-games">{words.lobby.games}</h2>
          <Link to={paths.allGames}>{words.nav.allGames}</Link>
        </div>
        <nav className={styles['chips']} aria-label={words.lobby.kinds}>
          {kinds(words).map(([to, label]) => (
            <Link key={to} to={to} className={buttonClass('quiet', { small: true })}>
              {label}
            </Link>
          ))}
        </nav>
        {data ? (
          <GameGrid games={data} eager={6} />
        ) : error ? (
          <Failure
            message={sentencesOf(error).join(' ')}
            retry={() => void refetch()}
            retryLabel={words.portal.retry}
          />
        ) : (
          <Skeleton lines={4} label={words.portal.loading} />
        )}
      </section>
      <OwnGames />
      <Winners />
      <ul className={styles['promises']}>
        <Pledge title={words.lobby.fairTitle} text={words.lobby.fairText} />
        <Pledge title={words.lobby.moneyTitle} text={words.lobby.moneyText} />
        <Pledge title={words.lobby.safeTitle} text={words.lobby.safeText} />
      </ul>
    </div>
  )
}

const kinds = ({ lobby, nav }: Words) =>
  [
    [paths.topGames, lobby.top],
    [`${paths.filteredGames}?type=crash`, lobby.crash],
    [paths.turboGames, lobby.turbo],
    [`${paths.filteredGames}?type=card`, lobby.card],
    [paths.providers, nav.providers],
  ] as const

function Pledge({ title, text }: { title: string; text: string }) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  )
}

/** A quiet sea with one sail, behind the greeting. */
function Sea() {
  return (
    <svg className={styles['sea']} viewBox="0 0 800 320" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <circle cx="610" cy="196" r="46" fill="#f6d9a6" opacity="0.55" />
      <path d="M0 226h800v94H0Z" fill="#0e2438" opacity="0.55" />
      <path d="M664 92c10 46 34 82 72 106l-72 12V92Z" fill="#f5e7cc" />
      <path d="M654 122v86l-50-4c20-20 38-48 50-82Z" fill="#dcbf8d" />
      <path d="M592 216h160c-8 20-24 32-48 32h-70c-20 0-36-12-42-32Z" fill="#2a1d1a" />
      <path
        d="M0 258c40-10 60 10 100 0s60-10 100 0 60 10 100 0 60-10 100 0 60 10 100 0 60-10 100 0 60 10 100 0 60-10 100 0v62H0Z"
        fill="#0c2136"
        opacity="0.75"
      />
      <path
        d="M0 284c50-10 70 10 120 0s70-10 120 0 70 10 120 0 70-10 120 0 70 10 120 0 70-10 120 0 50 6 80 0v36H0Z"
        fill="#091a2c"
        opacity="0.9"
      />
    </svg>
  )
}
