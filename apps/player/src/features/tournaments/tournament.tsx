import type { ReplyOf } from '@dhow/contract/operation'
import type { tournament, TournamentView } from '@dhow/contract/tournaments'
import { useQuery } from '@tanstack/react-query'
import { Badge, Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { Table } from '@dhow/ui/table'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { usePathParams } from '../../shared/match-path.ts'
import { Page } from '../../shared/page.tsx'
import { useSession } from '../../shared/session.tsx'
import { nameIn } from '../../shared/use-game-name.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { OwnPart } from './own-part.tsx'
import { pointsText, prizesOf, rulesOf, timesOf, tones } from './texts.ts'
import { useServerNow } from './time-left.ts'
import styles from './tournaments.module.css'

type Leader = ReplyOf<typeof tournament>['leaders'][number]
const pollEveryMs = 30_000

/** One tournament: rules and prizes in words, the player's part, and the top of the ranking. */
export default function Tournament() {
  const words = useWords()
  const language = useLanguage()
  const { id = '' } = usePathParams(paths.tournament)
  const { session } = useSession()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['tournament', id, session.state === 'in'],
    queryFn: () => call('tournament', { params: { id } }),
    enabled: session.state !== 'unknown',
    refetchInterval: ({ state }) =>
      state.data && ['ended', 'cancelled'].includes(state.data.tournament.phase) ? false : pollEveryMs,
  })
  const nowMs = useServerNow(data?.now, dataUpdatedAt)
  const one = data?.tournament
  return (
    <Page title={one ? nameIn(language, one.name, one.names) : words.tournaments.title}>
      <p>
        <Link to={paths.tournaments}>{words.tournaments.back}</Link>
      </p>
      {error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : !one || nowMs === undefined ? (
        <Skeleton lines={6} label={words.portal.loading} />
      ) : (
        <>
          <Row spread>
            <p className={styles['quiet']}>{timesOf(words, one, nowMs)}</p>
            <Badge tone={tones[one.phase]}>{words.tournaments.phases[one.phase]}</Badge>
          </Row>
          <Notes one={one} />
          <OwnPart one={one} changed={() => void refetch()} />
          <Terms one={one} />
          <Ranking one={one} leaders={data.leaders} />
        </>
      )}
    </Page>
  )
}

function Notes({ one: { phase } }: { one: TournamentView }) {
  const { notes } = useWords().tournaments
  if (phase !== 'paused' && phase !== 'counting' && phase !== 'cancelled') return null
  return <Notice tone={phase === 'counting' ? 'info' : 'warn'}>{notes[phase]}</Notice>
}

function Terms({ one }: { one: TournamentView }) {
  const words = useWords()
  const language = useLanguage()
  return (
    <Card>
      <Stack>
        <h2>{words.tournaments.rules}</h2>
        <ul className={styles['rules']}>
          {rulesOf(words, one, language).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p className={styles['quiet']}>
          {words.tournaments.safe} <Link to={paths.responsible}>{words.nav.responsible}</Link>
        </p>
        <h2>{words.tournaments.prizes}</h2>
        <ul className={styles['prizes']}>
          {prizesOf(words, one).map(({ place, amount }) => (
            <li key={place}>
              <span className={styles['quiet']}>{place}</span>
              <strong>{amount}</strong>
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  )
}

function Ranking({ one, leaders }: { one: TournamentView; leaders: Leader[] }) {
  const { tournaments: words } = useWords()
  const language = useLanguage()
  if (one.phase === 'coming' || one.phase === 'cancelled') return null
  const nameOf = ({ name, number, is_own }: Leader) => {
    const shown = name ?? fill(words.hidden, { number })
    return (
      <span className={styles['name']}>{is_own ? <strong>{fill(words.you, { name: shown })}</strong> : shown}</span>
    )
  }
  const title = one.phase === 'ended' ? words.rankingFinal : words.ranking
  return (
    <>
      <h2>{title}</h2>
      {leaders.length === 0 ? (
        <p className={styles['quiet']}>{words.rankingNone}</p>
      ) : (
        <Table
          label={title}
          columns={[
            { key: 'rank', label: words.rank, isNumber: true },
            { key: 'player', label: words.player },
            { key: 'points', label: words.points, isNumber: true },
          ]}
          rows={leaders.map((leader) => ({
            key: String(leader.rank),
            cells: {
              rank: leader.rank,
              player: nameOf(leader),
              points: pointsText(one, leader.points, language),
            },
          }))}
        />
      )}
    </>
  )
}
