import type {
  addNoticeChannel,
  changeNoticeChannel,
  NoticeChannel,
  removeNoticeChannel,
} from '@dhow/contract/notice-channels'
import { operatorText } from '@dhow/contract/operator-texts'
import type { BodyOf } from '@dhow/contract/operation'
import { webhookKey } from '@dhow/platform/standard-webhook'
import { violatedConstraint } from '../../platform/db/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { isOutsideUrl } from '../../platform/outside-address.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { newToken } from '../../platform/secrets.ts'
import type { NoticeParts } from './parts.ts'
import type { ChannelRow } from './tables.ts'

export const sealUse = 'key of a notice channel'
const maxChannels = 50

/** All channels by name, each with the result of its last sending, without keys. */
export async function listChannels({ platform: { db } }: NoticeParts): Promise<NoticeChannel[]> {
  const rows = await db.kysely
    .selectFrom('notices.channel as channel')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('notices.delivery')
          .select(['ended_at', 'state', 'failure'])
          .whereRef('channel_id', '=', 'channel.id')
          .where('ended_at', 'is not', null)
          .orderBy('ended_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['channel.id', 'channel.name', 'channel.kind', 'channel.address', 'channel.active'])
    .select(['last.ended_at', 'last.state', 'last.failure'])
    .where('channel.removed_at', 'is', null)
    .orderBy('channel.name')
    .execute()
  return rows.map(({ ended_at, state, failure, ...channel }) => ({
    ...channel,
    last: ended_at && { at: ended_at.toISOString(), sent: state === 'sent', failure: failure ?? null },
  }))
}

/**
 * Adds a channel. A webhook's key is returned only here.
 * @throws Refusal `invalid_fields`, `notice_name_taken`, `notice_full`
 */
export async function addChannel(parts: NoticeParts, by: StaffSession, given: BodyOf<typeof addNoticeChannel>) {
  const { platform, staff } = parts
  const { db, clock } = platform
  refuseAddress(parts, given.kind, given.address)
  const secret = given.kind === 'webhook' ? newSecret(parts) : null
  const id = platform.id('nch')
  await db.transaction(async (tx) => {
    const { count } = await tx
      .selectFrom('notices.channel')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= maxChannels) throw new Refusal('notice_full')
    await named(
      tx
        .insertInto('notices.channel')
        .values({
          ...{ id, ...given, sealed: secret === null ? null : parts.secrets.seal(sealUse, secret) },
          ...{ active: true, removed_at: null, created_by: by.operatorId, created_at: clock.now() },
        })
        .execute(),
    )
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice_channel.create',
      subject: id,
      text: `Added the notice channel “${given.name}”`,
      before: null,
      after: given,
    })
  })
  return { id, secret }
}

/** Changes a channel. @throws Refusal `not_found`, `invalid_fields`, `notice_name_taken` */
export async function changeChannel(
  parts: NoticeParts,
  by: StaffSession,
  channelId: string,
  given: BodyOf<typeof changeNoticeChannel>,
) {
  await parts.platform.db.transaction(async (tx) => {
    const { name, address, active, kind } = await lockChannel(tx, channelId)
    refuseAddress(parts, kind, given.address)
    await named(tx.updateTable('notices.channel').set(given).where('id', '=', channelId).execute())
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice_channel.change',
      subject: channelId,
      text: `Changed the notice channel “${given.name}”`,
      before: { name, address, active },
      after: given,
    })
  })
}

/**
 * Removes a channel from every rule and voids its key; what was sent stays listed under its name. What waits to be sent
 * has failed.
 * @throws Refusal `not_found`
 */
export async function removeChannel(
  { platform, staff }: NoticeParts,
  by: StaffSession,
  channelId: string,
  { reason }: BodyOf<typeof removeNoticeChannel>,
) {
  await platform.db.transaction(async (tx) => {
    const { name, kind, address } = await lockChannel(tx, channelId)
    await tx.deleteFrom('notices.rule_channel').where('channel_id', '=', channelId).execute()
    const sealed = kind === 'webhook' ? Buffer.alloc(0) : null
    await tx
      .updateTable('notices.channel')
      .set({ removed_at: platform.clock.now(), active: false, sealed })
      .where('id', '=', channelId)
      .execute()
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice_channel.remove',
      subject: channelId,
      text: `Removed the notice channel “${name}”: ${reason}`,
      before: { name, kind, address },
      after: null,
    })
  })
}

/** Names of all channels by id, removed ones included. */
export async function channelNames({ platform: { db } }: NoticeParts) {
  const rows = await db.kysely.selectFrom('notices.channel').select(['id', 'name', 'removed_at']).execute()
  return new Map(rows.map(({ id, name, removed_at: at }) => [id, { name, isRemoved: at !== null }]))
}

/** Replaces a webhook's key; the new one is returned only here. @throws Refusal `not_found`, `notice_no_secret` */
export async function renewSecret(parts: NoticeParts, by: StaffSession, channelId: string) {
  const secret = newSecret(parts)
  await parts.platform.db.transaction(async (tx) => {
    const { kind, name } = await lockChannel(tx, channelId)
    if (kind !== 'webhook') throw new Refusal('notice_no_secret')
    const sealed = parts.secrets.seal(sealUse, secret)
    await tx.updateTable('notices.channel').set({ sealed }).where('id', '=', channelId).execute()
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice_channel.renew_key',
      subject: channelId,
      text: `Made a new key for the notice channel “${name}”`,
      before: null,
      after: null,
    })
  })
  return { id: channelId, secret }
}

async function lockChannel(tx: Tx, channelId: string): Promise<ChannelRow> {
  const row = await tx
    .selectFrom('notices.channel')
    .selectAll()
    .where('id', '=', channelId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** A webhook's key, decrypted. */
export const keyOf = ({ secrets }: Pick<NoticeParts, 'secrets'>, { sealed }: ChannelRow): string =>
  secrets.open(sealUse, Buffer.from(required(sealed, 'key of the webhook')))

const newSecret = ({ platform: { random } }: NoticeParts) => webhookKey(newToken(random))

function refuseAddress({ platform: { config } }: NoticeParts, kind: ChannelRow['kind'], address: string) {
  if (kind === 'webhook' && !isOutsideUrl(address, config.mode))
    throw new Refusal('invalid_fields', { fields: { address: [operatorText('public_https_rule', {})] } })
  if (kind === 'email' && !/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/.test(address))
    throw new Refusal('invalid_fields', { fields: { address: [operatorText('email_rule', {})] } })
}

/** Writes a row with a unique name. @throws Refusal `notice_name_taken` if another row has it */
export async function named<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (/^(channel|rule)_name_key$/.test(violatedConstraint(error) ?? '')) throw new Refusal('notice_name_taken')
    throw error
  }
}
