import type { SegmentRules } from '@dhow/contract/segments'
import type { Market } from '@dhow/contract/shapes'
import { bind } from '../../platform/bind.ts'
import { every } from '../../platform/every.ts'
import { addSegment, editSegment, listSegments } from './edit-segments.ts'
import { enterAfterRegistration } from './enter-by-event.ts'
import { describedFields } from './fields.ts'
import { matchPlayers } from './match-players.ts'
import type { CampaignParts } from './parts.ts'
import { addCampaign, changeCampaign } from './edit-campaigns.ts'
import { campaignsOfPlayer, listCampaigns } from './read-campaigns.ts'
import { runDue } from './run-campaigns.ts'
import { segmentsOfPlayer } from './segments-of-player.ts'
import { dryRun, end, pause, registerStart, start } from './start-campaign.ts'

export type Campaigns = ReturnType<typeof openCampaigns>

/** Segments of players by rules as data, and campaigns that reach them after events and waits, within a budget and a cap. */
export function openCampaigns(parts: CampaignParts) {
  registerStart(parts)
  const stop = every(parts.platform, 'campaigns', 5_000, () => runDue(parts))
  return {
    fields: describedFields,
    segments: bind(parts, { list: listSegments, add: addSegment, edit: editSegment, ofPlayer: segmentsOfPlayer }),
    async match(market: Market, rules: SegmentRules) {
      const { reachable: _, ...found } = await matchPlayers(parts, { market, rules })
      return found
    },
    ...bind(parts, {
      list: listCampaigns,
      ofPlayer: campaignsOfPlayer,
      add: addCampaign,
      change: changeCampaign,
      dryRun,
      start,
      pause,
      end,
      runDue,
      registered: enterAfterRegistration,
    }),
    close: stop,
  }
}
