import { useQuery } from '@tanstack/react-query'
import { Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { Link } from 'react-router'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatTime } from '../../shared/format.ts'
import { useLiveInterval } from '../../shared/presence.tsx'
import detail from '../../shared/queue/detail.module.css'
import { termText } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'

const words = en.claimRules

/** Claims refused by their reward's rules, with the reason shown to the player. */
export function RefusedClaims() {
  const interval = useLiveInterval(15_000)
  const asked = useQuery({
    queryKey: ['refused-claims'],
    queryFn: () => call('refusedClaims'),
    refetchInterval: interval,
  })
  return (
    <section className={detail['block']}>
      <h2>{words.refused}</h2>
      <Asked query={asked}>
        {({ claims }) =>
          claims.length === 0 ? (
            <Empty title={words.noneRefused} />
          ) : (
            <Table
              label={words.refused}
              columns={[
                { key: 'reward', label: words.reward },
                { key: 'player', label: words.player },
                { key: 'reason', label: words.reason },
                { key: 'tries', label: words.tries, isNumber: true },
                { key: 'at', label: words.at },
              ]}
              rows={claims.map(({ reward, player, text, tries, at }) => ({
                key: `${reward.id} ${player.id} ${text.code}`,
                cells: {
                  reward: reward.title,
                  player: <Link to={pathOf(player.id) ?? ''}>{player.player_name}</Link>,
                  reason: termText(text),
                  tries,
                  at: formatTime(at),
                },
              }))}
            />
          )
        }
      </Asked>
    </section>
  )
}
