import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { idOf, instant, operatorText, success } from './shapes.ts'

/** Channels of notices to staff: e-mail addresses and webhooks. */

export const noticeChannelKinds = ['email', 'webhook'] as const
export type NoticeChannelKind = (typeof noticeChannelKinds)[number]

/** Name of a channel or a rule. */
export const noticeName = z.string().check(z.trim(), z.minLength(1, fault('title_required')), z.maxLength(60))
const address = z.string().check(z.trim(), z.minLength(1, fault('text_required')), z.maxLength(400))

export const noticeChannel = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(noticeChannelKinds),
  /** E-mail address, or webhook URL. */
  address: z.string(),
  active: z.boolean(),
  /** Result of the last delivery; null before the first. */
  last: z.nullable(z.object({ at: instant, sent: z.boolean(), failure: z.nullable(operatorText) })),
})
export type NoticeChannel = z.output<typeof noticeChannel>
const channels = z.array(noticeChannel)
/** Signing key of a webhook, `whsec_…`, only in the answer that created it. */
const secret = z.nullable(z.string())
const needs = ['notices.manage'] as const
const channelParams = z.object({ id: idOf('nch') })

export const noticeChannels = operation({
  name: 'noticeChannels',
  method: 'GET',
  path: '/staff/notice-channels',
  access: 'staff',
  needs,
  summary: 'The channels of staff notices: e-mail addresses and webhooks. Keys are never shown.',
  reply: z.object({ status: success, channels, mail_server: z.boolean() }),
  refusals: [],
})

export const addNoticeChannel = operation({
  name: 'addNoticeChannel',
  method: 'POST',
  path: '/staff/notice-channels',
  access: 'staff',
  needs,
  summary: 'Add a channel. A webhook’s key is shown only now; it signs the calls as in Standard Webhooks.',
  body: z.object({ name: noticeName, kind: z.enum(noticeChannelKinds), address }),
  reply: z.object({ status: success, channels, id: z.string(), secret }),
  refusals: ['notice_name_taken', 'notice_full'],
})

export const changeNoticeChannel = operation({
  name: 'changeNoticeChannel',
  method: 'PUT',
  path: '/staff/notice-channels/:id',
  access: 'staff',
  needs,
  summary: 'Change a channel’s name and address, and switch it on or off. Nothing is sent to a channel that is off.',
  params: channelParams,
  body: z.object({ name: noticeName, address, active: z.boolean() }),
  reply: z.object({ status: success, channels }),
  refusals: ['not_found', 'notice_name_taken'],
})

export const removeNoticeChannel = operation({
  name: 'removeNoticeChannel',
  method: 'POST',
  path: '/staff/notice-channels/:id/remove',
  access: 'staff',
  needs,
  summary:
    'Remove a channel, with a reason for the audit trail. Rules go on without it and its key is void; what was sent stays listed.',
  params: channelParams,
  body: z.object({ reason }),
  reply: z.object({ status: success, channels }),
  refusals: ['not_found'],
})

export const renewNoticeSecret = operation({
  name: 'renewNoticeSecret',
  method: 'POST',
  path: '/staff/notice-channels/:id/secret',
  access: 'staff',
  needs,
  summary: 'Replace the key of a webhook. The new one is shown only now; the old one is void at once.',
  params: channelParams,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, channels, id: z.string(), secret }),
  refusals: ['not_found', 'notice_no_secret'],
})

export const testNoticeChannel = operation({
  name: 'testNoticeChannel',
  method: 'POST',
  path: '/staff/notice-channels/:id/test',
  access: 'staff',
  needs,
  summary: 'Send a test to a channel now and answer its outcome; also to a channel that is off.',
  params: channelParams,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, sent: z.boolean(), failure: z.nullable(operatorText) }),
  refusals: ['not_found'],
})

export const noticeChannelOperations = [
  noticeChannels,
  addNoticeChannel,
  changeNoticeChannel,
  removeNoticeChannel,
  renewNoticeSecret,
  testNoticeChannel,
]
