import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { CampaignParts } from './parts.ts'

/**
 * Enters a new player into campaigns triggered by registration, in its transaction: exactly once. The job checks the
 * conditions. First deposits and paid withdrawals enter by `campaigns.enter_by_message`, as their message is written.
 */
export async function enterAfterRegistration(
  { platform: { clock } }: Pick<CampaignParts, 'platform'>,
  tx: Tx,
  playerId: string,
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into campaigns.entry (campaign_id, player_id, once_key, event_at, entered_at, due_at, state)
    select campaign.id, player.id, case when campaign.repeats then player.id else '' end, ${now}, ${now}, ${now}, 'entered'
    from campaigns.campaign campaign join accounts.player_card player on player.market = campaign.market
    where player.id = ${playerId} and campaign.trigger = 'event' and campaign.event = 'registered' and campaign.state in ('running', 'paused')
      and campaign.starts_at <= ${now}
    on conflict do nothing`.execute(tx)
}
