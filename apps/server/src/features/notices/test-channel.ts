import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { NoticeParts } from './parts.ts'
import type { SendLetter } from './send.ts'

/** Sends one test by a channel, and returns the result. @throws Refusal `not_found` */
export async function testChannel(
  { platform, staff }: NoticeParts,
  send: SendLetter,
  by: StaffSession,
  channelId: string,
) {
  const channel = await platform.db.kysely
    .selectFrom('notices.channel')
    .selectAll()
    .where('id', '=', channelId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!channel) throw new Refusal('not_found')
  const failure = await send(channel, {
    id: platform.id('ntd'),
    title: `Test: ${channel.name}`,
    content: {
      type: 'notice.test',
      lines: [`${by.name} sent this test from the console. Nothing is wrong.`],
      data: { channel: channel.name },
    },
    file: undefined,
  })
  await platform.db.transaction((tx) =>
    staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice_channel.test',
      subject: channelId,
      text: `Sent a test by the notice channel “${channel.name}”`,
      before: null,
      after: { sent: failure === undefined },
    }),
  )
  return { sent: failure === undefined, failure: failure ?? null }
}
