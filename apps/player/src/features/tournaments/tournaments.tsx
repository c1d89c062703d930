import type { TournamentView } from '@dhow/contract/tournaments'
import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '@dhow/ui/button'
import { Badge, Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { tournamentPath } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { Link } from '../../shared/link.tsx'
import { useMarket } from '../../shared/market.ts'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useSession } from '../../shared/session.tsx'
import { nameIn } from '../../shared/use-game-name.ts'
import { useLanguage, useWords, type Words } from '../../shared/words/words.tsx'
import { pointsText, prizesOf, timesOf, tones } from './texts.ts'
import { useServerNow } from './time-left.ts'
import styles from './tournaments.module.css'

const pollEveryMs = 60_000
const groups = { running: ['running', 'paused', 'counting'], coming: ['coming'], over: ['ended', 'cancelled'] } as const
const groupNames = ['running', 'coming', 'over'] as const

/** Running, coming and ended tournaments, each with the player's place. */
export default function Tournaments() {
  const words = useWords()
  const { market } = useMarket()
  const { session } = useSession()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['tournaments', market, session.state === 'in'],
    queryFn: () => call('tournaments', { query: { market } }),
    enabled: session.state !== 'unknown',
    refetchInterval: pollEveryMs,
  })
  const nowMs = useServerNow(data?.now, dataUpdatedAt)
  return (
    <Page {...Tournaments.head(words)}>
      {error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : !data || nowMs === undefined ? (
        <Skeleton lines={5} label={words.portal.loading} />
      ) : data.tournaments.length === 0 ? (
        <Empty title={words.tournaments.none}>{words.tournaments.noneText}</Empty>
      ) : (
        groupNames.map((group) => (
          <Group
            key={group}
            title={words.tournaments.groups[group]}
            tournaments={data.tournaments.filter(({ phase }) => groups[group].some((one) => one === phase))}
            nowMs={nowMs}
          />
        ))
      )}
    </Page>
  )
}

Tournaments.head = ({ tournaments: words }: Words): PageHead => ({ title: words.title, lead: words.lead })

function Group({ title, tournaments, nowMs }: { title: string; tournaments: TournamentView[]; nowMs: number }) {
  if (tournaments.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <Stack as="ul">
        {tournaments.map((one) => (
          <li key={one.id}>
            <Summary one={one} nowMs={nowMs} />
          </li>
        ))}
      </Stack>
    </>
  )
}

function Summary({ one, nowMs }: { one: TournamentView; nowMs: number }) {
  const words = useWords()
  const language = useLanguage()
  const name = nameIn(language, one.name, one.names)
  const [first] = prizesOf(words, one)
  const { own } = one
  return (
    <Card>
      <Stack>
        <Row spread>
          <h3 className={styles['name']}>{name}</h3>
          <Badge tone={tones[one.phase]}>{words.tournaments.phases[one.phase]}</Badge>
        </Row>
        <p className={styles['quiet']}>{timesOf(words, one, nowMs)}</p>
        <Facts
          facts={[
            [first?.place ?? '', first?.amount],
            [words.tournaments.yours, own ? (own.rank ?? words.tournaments.noRank) : null],
            [words.tournaments.points, own ? pointsText(one, own.points, language) : null],
          ]}
        />
        <Row>
          <Link
            to={tournamentPath(one.id)}
            className={buttonClass('quiet', { small: true })}
            aria-label={`${words.tournaments.open}: ${name}`}
          >
            {words.tournaments.open}
          </Link>
        </Row>
      </Stack>
    </Card>
  )
}
