import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Badge } from '@dhow/ui/feedback'
import { pathOf } from '../../app/paths.ts'
import { fill } from '../../shared/format.ts'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { isBlocked, linksAnchor, linksQuery } from '../../shared/linked-players.ts'

const words = en.playerLinks

/** Number of players linked to a withdrawal's player, as a link; nothing without any. */
export function LinkedPlayers({ playerId }: { playerId: string }) {
  const may = usePermission('players.see_links')
  const { data } = useQuery({ ...linksQuery(playerId), enabled: may })
  if (!may || !data || data.links.length === 0) return null
  const count = data.links.length
  const out = data.links.filter(isBlocked).length
  return (
    <p>
      <Link to={`${pathOf(playerId)}#${linksAnchor}`}>
        {data.is_whole ? (count === 1 ? words.one : fill(words.many, { count })) : fill(words.orMore, { count })}
      </Link>{' '}
      {out > 0 ? <Badge tone="bad">{fill(words.blockingStates, { count: out })}</Badge> : null}
    </p>
  )
}
