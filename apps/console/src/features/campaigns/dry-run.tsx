import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '@dhow/contract/campaigns'
import type { ReplyOf } from '@dhow/contract/operation'
import type { matchSegment } from '@dhow/contract/segments'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney } from '../../shared/format.ts'
import { PlayerLink } from '../../shared/player-link.tsx'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.campaigns
type Players = ReplyOf<typeof matchSegment>['players']

const nameOfCount = (code: string): string =>
  Object.entries(words.unreachable).find(([known]) => known === code)?.[1] ?? code

/** Number of players by outcome, actual or expected. */
export function CountList({ counts }: { counts: Record<string, number> }) {
  return (
    <ul>
      {Object.entries(counts).map(([code, count]) => (
        <li key={code}>
          {nameOfCount(code)}: {count}
        </li>
      ))}
    </ul>
  )
}

/** First hundred matching players, each with the reason if the campaign does not reach them. */
export function MatchedPlayers({ players }: { players: Players }) {
  if (players.length === 0) return null
  return (
    <Table
      label={words.player}
      columns={[
        { key: 'player', label: words.player },
        { key: 'reach', label: words.state },
      ]}
      rows={players.map(({ id, player_name: name, unreachable }) => ({
        key: id,
        cells: {
          player: <PlayerLink id={id} name={name} />,
          reach: unreachable === null ? words.reachable : words.unreachable[unreachable],
        },
      }))}
    />
  )
}

/** Players that a campaign would reach now; sends nothing. */
export function DryRun({ campaign, close }: { campaign: Campaign; close: () => void }) {
  const asked = useQuery({
    queryKey: ['campaigns', campaign.id, 'dry-run'],
    queryFn: () => call('dryRunCampaign', { params: { id: campaign.id } }),
  })
  return (
    <section className={detail['block']} aria-label={fill(words.dryRunOf, { name: campaign.name })}>
      <h2>{fill(words.dryRunOf, { name: campaign.name })}</h2>
      <Asked query={asked}>
        {({ matched, reached, cost, everybody, unreachable, players }) => (
          <>
            <p>{fill(words.wouldReach, { reached, matched, cost: formatMoney(cost, campaign.currency) })}</p>
            {everybody ? <Notice tone="warn">{words.everybody}</Notice> : null}
            <CountList counts={unreachable} />
            <MatchedPlayers players={players} />
          </>
        )}
      </Asked>
      <Button kind="plain" onClick={close}>
        {en.console.close}
      </Button>
    </section>
  )
}
