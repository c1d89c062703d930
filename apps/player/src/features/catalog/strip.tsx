import type { Game } from '@dhow/contract/catalog'
import type { LobbyBanner } from '@dhow/contract/content'
import { formatMoneyText } from '@dhow/contract/money'
import type { BonusTerms } from '@dhow/contract/rewards'
import { buttonClass } from '@dhow/ui/button'
import { paths, playPath } from '../../app/paths.ts'
import { fill, localizeMarks } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useHeadingFocus } from '../../shared/page.tsx'
import { usePicture } from '../../shared/pictures.ts'
import { usePortal } from '../../shared/portal.tsx'
import { useSession } from '../../shared/session.tsx'
import { useGameName } from '../../shared/use-game-name.ts'
import { useWords, type Language, type Words } from '../../shared/words/words.tsx'
import { Swap } from './swap.tsx'
import { LastResults, useSecondsTo, type TableShown } from './live-tables.tsx'
import styles from './lobby.module.css'

/** Top strip, swiped on a phone: greeting with the current bonus, a live table, and an introduction for newcomers. */
export function Strip({
  banners = [],
  drawn = [],
  isKnown,
  notice,
  game,
  table,
}: {
  banners?: LobbyBanner[] | undefined
  /** Banners for everybody, in whose places a player gets others. */
  drawn?: LobbyBanner[] | undefined
  /** Whether the banners are for this reader: until then, places of a player stay empty. */
  isKnown: boolean
  /** Notice for a player beyond the places of the page, in the greeting. */
  notice?: { text: string; to: string | null } | undefined
  game: Game | undefined
  table: TableShown | undefined
}) {
  const words = useWords()
  const { looksSignedIn } = useSession()
  const { settings, language, offer } = usePortal()
  const heading = useHeadingFocus()
  const offerText = looksSignedIn ? undefined : offer && offerOf(words, language, offer)
  return (
    <ul className={styles['strip']}>
      <li data-scene="dusk">
        <h1 ref={heading} tabIndex={-1}>
          {settings.welcome[language] ?? words.lobby.welcome}
        </h1>
        <p>
          {notice ? (
            <Swap drawn={words.lobby.fairText}>
              {notice.to ? (
                <Link to={notice.to} data-quiet>
                  {notice.text}
                </Link>
              ) : (
                notice.text
              )}
            </Swap>
          ) : (
            (offerText ?? (looksSignedIn ? words.lobby.fairText : words.lobby.lead))
          )}
        </p>
        {looksSignedIn ? (
          <Link to={paths.bonus} className={buttonClass('main', { small: true })}>
            {words.nav.bonus}
          </Link>
        ) : (
          <Link to={paths.register} className={buttonClass('main', { small: true })}>
            {words.lobby.open}
          </Link>
        )}
      </li>
      {game ? <LiveSlide game={game} table={table} /> : null}
      {drawn.map((place, index) => (
        <li key={place.id} data-scene="live">
          <Swap drawn={<Banner {...place} picture={null} />}>
            {isKnown ? <Banner {...(banners[index] ?? safePlay(words))} /> : null}
          </Swap>
        </li>
      ))}
      {drawn.length > 0 ? null : further(banners)}
      <LastSlide />
      {drawn.length > 0 && isKnown ? further(banners.slice(drawn.length)) : null}
    </ul>
  )
}

/** Referral for a player, an introduction for a newcomer. */
function LastSlide() {
  const { lobby, nav } = useWords()
  const { looksSignedIn } = useSession()
  const [title, text, to, label] = looksSignedIn
    ? [nav.refer, lobby.referText, paths.refer, lobby.share]
    : [lobby.newHere, lobby.newHereText, paths.startingPage, lobby.start]
  return (
    <li data-scene="night">
      <strong>{title}</strong>
      <p>{text}</p>
      <Link to={to} className={buttonClass('quiet', { small: true })}>
        {label}
      </Link>
    </li>
  )
}

const further = (banners: LobbyBanner[]) =>
  banners.map((banner) => (
    <li key={banner.id} data-scene="live">
      <Banner {...banner} />
    </li>
  ))

/** In the place of a banner for players who get no advertising. */
const safePlay = ({ lobby }: Words): LobbyBanner => ({
  ...{ id: 'safe-play', title: lobby.safeTitle, text: lobby.safeText },
  ...{ to: paths.responsible, picture: null },
})

function Banner({ title, text, to, picture }: LobbyBanner) {
  const words = useWords()
  const { saver } = usePortal()
  return (
    <>
      {picture && !saver ? <img {...picture} alt="" loading="lazy" /> : null}
      <strong>{title}</strong>
      <p>{text}</p>
      {to ? (
        <Link to={to} aria-label={title} className={buttonClass('main', { small: true })}>
          {words.lobby.start}
        </Link>
      ) : null}
    </>
  )
}

function LiveSlide({ game, table }: { game: Game; table: TableShown | undefined }) {
  const words = useWords().lobby
  const { saver } = usePortal()
  const left = useSecondsTo(table?.closesAtMs)
  const name = useGameName(game)
  const picture = usePicture(game.tile)
  return (
    <li data-scene="live">
      {saver ? null : <img suppressHydrationWarning src={picture} alt="" width="320" height="240" />}
      <strong>{name}</strong>
      <p>
        {left !== undefined
          ? fill(words.closesIn, { seconds: left })
          : table?.isCurrent
            ? words.roundRuns
            : words.lastResults}
      </p>
      <LastResults table={table} />
      <Link to={playPath(game.slug)} className={buttonClass('main', { small: true })}>
        {fill(words.playNow, { game: name })}
      </Link>
    </li>
  )
}

/** An offer in one line; the bonus page has its terms. */
const offerOf = ({ lobby }: Words, language: Language, { percent, max_amount, currency }: BonusTerms) =>
  // Ignores the browser's own display of amounts, which the server does not know, so that both render the same.
  fill(lobby.offer, { percent, amount: localizeMarks(formatMoneyText(max_amount, currency), language) })
