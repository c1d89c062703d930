import type { CampaignEvent } from '@dhow/contract/campaigns'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { NewMessage } from '../messages/index.ts'
import type { CampaignParts } from './parts.ts'

type EventParts = Pick<CampaignParts, 'platform'>

interface PlayerEntry {
  event: Extract<CampaignEvent, 'registered' | 'first_deposit' | 'withdrawal_paid'>
  playerId: string
  /** Names the event among others of its kind: a payment's id. */
  eventId: string
}

/**
 * Lets a player enter the campaigns that begin with an event, in the transaction of the event itself: none is lost, and none comes twice. Conditions are
 * looked at by the job, so that a payment does not wait for them.
 */
async function enterByEvent(
  { platform: { clock } }: EventParts,
  tx: Tx,
  { event, playerId, eventId }: PlayerEntry,
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into campaigns.entry (campaign_id, player_id, once_key, event_at, entered_at, due_at, state)
    select campaign.id, player.id, case when campaign.repeats then ${eventId} else '' end, ${now}, ${now}, ${now}, 'entered'
    from campaigns.campaign campaign join accounts.player_card player on player.market = campaign.market
    where player.id = ${playerId} and campaign.trigger = 'event' and campaign.event = ${event} and campaign.state in ('running', 'paused')
      and campaign.starts_at <= ${now}
    on conflict do nothing`.execute(tx)
}

/** Whether no other payment of the player was credited before this one. */
async function isFirstDeposit(tx: Tx, playerId: string, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ before: boolean }>`
    select exists (select from deposits.deposits where player_id = ${playerId} and id <> ${paymentId} and credited_minor is not null)
      or exists (select from payments.service_payments where player_id = ${playerId} and id <> ${paymentId} and credited_minor is not null) as before`.execute(
    tx,
  )
  return rows[0]?.before === false
}

/** Lets a new player enter, in the transaction of the registration. */
export const enterAfterRegistration = (parts: EventParts, tx: Tx, playerId: string) =>
  enterByEvent(parts, tx, { event: 'registered', playerId, eventId: playerId })

/** Lets a player enter after a first credited deposit or a paid withdrawal, which are known by the message that goes out with them. */
export async function enterAfterMessage(
  parts: EventParts,
  tx: Tx,
  { kind, playerId, about }: Pick<NewMessage, 'kind' | 'playerId' | 'about'>,
): Promise<void> {
  if (about === null) return
  if (kind === 'withdrawal_paid')
    await enterByEvent(parts, tx, { event: 'withdrawal_paid', playerId, eventId: about.id })
  if (kind !== 'deposit_credited' && kind !== 'deposit_credited_other') return
  if (await isFirstDeposit(tx, playerId, about.id))
    await enterByEvent(parts, tx, { event: 'first_deposit', playerId, eventId: about.id })
}
