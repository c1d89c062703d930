import type { ReplyOf } from '@dhow/contract/operation'
import type { staffRanking, StaffTournament } from '@dhow/contract/tournament-desk'
import { Button } from '@dhow/ui/button'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import { PlayerLink } from '../../shared/player-link.tsx'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.tournaments
type Ranked = ReplyOf<typeof staffRanking>['ranking'][number]

/** First places of a tournament, with the state of each prize. */
export function Ranking({ id, close }: { id: string; close: () => void }) {
  const asked = useLiveQuery(['tournaments', 'ranking', id], () => call('staffRanking', { params: { id } }), 15_000)
  return (
    <Asked query={asked}>
      {({ tournament, ranking }) => (
        <section className={detail['screen']} aria-label={fill(words.rankingOf, { name: tournament.name })}>
          <div className={detail['head']}>
            <h2>{fill(words.rankingOf, { name: tournament.name })}</h2>
            <Button kind="plain" small onClick={close}>
              {words.close}
            </Button>
          </div>
          <p>{tournament.state === 'ended' ? words.rankingFinal : words.rankingLead}</p>
          {ranking.length === 0 ? <p>{words.rankingNone}</p> : <Ranked tournament={tournament} ranking={ranking} />}
        </section>
      )}
    </Asked>
  )
}

function Ranked({ tournament, ranking }: { tournament: StaffTournament; ranking: Ranked[] }) {
  return (
    <Table
      label={fill(words.rankingOf, { name: tournament.name })}
      columns={[
        { key: 'rank', label: words.rank, isNumber: true },
        { key: 'player', label: words.player },
        { key: 'points', label: words.pointsReached, isNumber: true },
        { key: 'rounds', label: words.rounds, isNumber: true },
        { key: 'reached', label: words.reached },
        { key: 'prize', label: words.prize, isNumber: true },
      ]}
      rows={ranking.map((one) => ({ key: String(one.rank), cells: cellsOf(tournament, one) }))}
    />
  )
}

function cellsOf(
  { points_by, currency }: StaffTournament,
  { rank, player, points, rounds, reached_at, prize, prize_state }: Ranked,
) {
  const sum = prize === null ? '' : formatMoney(prize, currency)
  return {
    rank,
    player: <PlayerLink id={player.id} name={player.player_name} />,
    points: points_by === 'turnover' ? points : `${Math.floor(points / 100)}.${String(points % 100).padStart(2, '0')}×`,
    rounds,
    reached: formatExactTime(reached_at),
    prize: prize_state === null ? sum : `${sum}, ${words.prizeStates[prize_state]}`,
  }
}
