import { Empty } from '@dhow/ui/feedback'
import { Link } from 'react-router'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { AskedBlock } from '../../shared/asked-block.tsx'
import { formatTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import { termText } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'

const words = en.claimRules

/** Claims refused by their reward's rules, with the reason shown to the player. */
export function RefusedClaims() {
  const asked = useLiveQuery(['refused-claims'], () => call('refusedClaims'), 15_000)
  return (
    <AskedBlock title={words.refused} query={asked}>
      {({ claims }) =>
        claims.length === 0 ? (
          <Empty title={words.noneRefused} />
        ) : (
          <ListTable
            name="refused-claims"
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
    </AskedBlock>
  )
}
