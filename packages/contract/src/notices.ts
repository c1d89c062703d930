import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { noticeChannelKinds, noticeChannelOperations, noticeName } from './notice-channels.ts'
import { operation } from './operation.ts'
import { overviewQueues } from './overview.ts'
import { amount, amountReply, idOf, instant, market, operatorText, success } from './shapes.ts'

/** Notices to staff: rules on queues, books, providers, withdrawals and complaints; `notice-channels.ts` has their channels. */

export const noticeRefusals = {
  notice_name_taken: { status: 409, sentence: 'Another one has this name. Choose a different one.' },
  notice_full: { status: 409, sentence: 'There are 50 already. Change or remove one.' },
  notice_not_failed: { status: 409, sentence: 'This sending has not failed. Check its state.' },
  notice_channel_removed: { status: 409, sentence: 'The channel of this sending was removed.' },
  notice_no_secret: { status: 409, sentence: 'An e-mail channel has no key.' },
} as const

/** Each kind of rule with the fields that it needs. */
export const noticeKinds = {
  queue: ['queue', 'minutes'],
  books: [],
  provider: [],
  withdrawal: ['market', 'amount'],
  complaint: ['hours'],
} as const
export type NoticeKind = keyof typeof noticeKinds
const kind = z.enum(['queue', 'books', 'provider', 'withdrawal', 'complaint'])

const whole = (least: number, most: number) =>
  z
    .int(fault('whole_number'))
    .check(
      z.minimum(least, fault('at_least', { least: String(least) })),
      z.maximum(most, fault('at_most', { most: String(most) })),
    )
const needs = ['notices.manage'] as const
const ruleShape = {
  name: noticeName,
  kind,
  enabled: z.boolean(),
  /** Channels; without any, the notice is only in the console. */
  channels: z.array(idOf('nch')).check(z.maxLength(20)),
  /** Shortest time between two notices about the same state. */
  quiet_minutes: whole(5, 10_080),
}

export const noticeRule = z.object({
  id: z.string(),
  ...ruleShape,
  queue: z.nullable(z.enum(overviewQueues)),
  minutes: z.nullable(z.number()),
  market: z.nullable(market),
  amount: z.nullable(amountReply),
  hours: z.nullable(z.number()),
})
export type NoticeRule = z.output<typeof noticeRule>
const rules = z.array(noticeRule)
const ruleParams = z.object({ id: idOf('nru') })
const ruleBody = z.object({
  ...ruleShape,
  /** For `queue`: wait of its oldest entry. */
  queue: z.optional(z.enum(overviewQueues)),
  minutes: z.optional(whole(1, 43_200)),
  /** For `withdrawal`: market and smallest amount. */
  market: z.optional(market),
  amount: z.optional(amount),
  /** For `complaint`: hours open. */
  hours: z.optional(whole(1, 2_160)),
})

export const noticeRules = operation({
  name: 'noticeRules',
  method: 'GET',
  path: '/staff/notice-rules',
  access: 'staff',
  needs,
  summary: 'The rules of staff notices.',
  reply: z.object({ status: success, rules }),
  refusals: [],
})

export const addNoticeRule = operation({
  name: 'addNoticeRule',
  method: 'POST',
  path: '/staff/notice-rules',
  access: 'staff',
  needs,
  summary:
    'Add a rule: the oldest item of a queue waits too long (`queue`, `minutes`), books or audit trail are broken (`books`), a provider fails (`provider`), a withdrawal is large (`market`, `amount`), or a complaint is open too long (`hours`).',
  body: ruleBody,
  reply: z.object({ status: success, rules }),
  refusals: ['notice_name_taken', 'notice_full', 'not_found'],
})

export const changeNoticeRule = operation({
  name: 'changeNoticeRule',
  method: 'PUT',
  path: '/staff/notice-rules/:id',
  access: 'staff',
  needs,
  summary: 'Replace a rule. Its open notices end without an all-clear and are raised again if their cause persists.',
  params: ruleParams,
  body: ruleBody,
  reply: z.object({ status: success, rules }),
  refusals: ['notice_name_taken', 'not_found'],
})

export const removeNoticeRule = operation({
  name: 'removeNoticeRule',
  method: 'DELETE',
  path: '/staff/notice-rules/:id',
  access: 'staff',
  needs,
  summary: 'Remove a rule. Its open notices end without an all-clear.',
  params: ruleParams,
  reply: z.object({ status: success, rules }),
  refusals: ['not_found'],
})

export const noticeSteps = ['raised', 'reminder', 'cleared', 'report'] as const
export const noticeStates = ['waiting', 'sent', 'failed'] as const
export const noticeDelivery = z.object({
  id: z.string(),
  channel: z.object({ id: z.string(), name: z.string(), kind: z.enum(noticeChannelKinds), removed: z.boolean() }),
  step: z.enum(noticeSteps),
  title: z.string(),
  state: z.enum(noticeStates),
  tries: z.number(),
  created_at: instant,
  next_at: z.nullable(instant),
  sent_at: z.nullable(instant),
  /** Why the last try failed. */
  failure: z.nullable(operatorText),
})
export type NoticeDelivery = z.output<typeof noticeDelivery>

const listed = z.object({
  id: z.string(),
  rule: z.string(),
  kind,
  text: operatorText,
  /** Id of the subject, if there is one. */
  about: z.nullable(z.string()),
  since: instant,
  cleared_at: z.nullable(instant),
  is_new: z.boolean(),
  deliveries: z.array(noticeDelivery),
})
export type ListedNotice = z.output<typeof listed>

export const staffNotices = operation({
  name: 'staffNotices',
  method: 'GET',
  path: '/staff/notices',
  access: 'staff',
  needs: ['notices.see'],
  summary: 'Notices to staff, newest first, 30 a page: start, end, and what was sent about each.',
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(60))) }),
  reply: z.object({ status: success, notices: z.array(listed), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const readNotices = operation({
  name: 'readNotices',
  method: 'POST',
  path: '/staff/notices/read',
  access: 'staff',
  needs: ['notices.see'],
  summary: 'Mark the notices up to and including this one as read by the caller.',
  body: z.object({ up_to: idOf('alm') }),
  reply: z.object({ status: success }),
  refusals: [],
})

export const noticeDeliveries = operation({
  name: 'noticeDeliveries',
  method: 'GET',
  path: '/staff/notice-deliveries',
  access: 'staff',
  needs,
  summary: 'Deliveries to the channels, newest first, 50 a page. Filter by state.',
  query: z.object({
    state: z.optional(z.enum(noticeStates)),
    cursor: z.optional(z.string().check(z.maxLength(60))),
  }),
  reply: z.object({ status: success, deliveries: z.array(noticeDelivery), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const retryNoticeDelivery = operation({
  name: 'retryNoticeDelivery',
  method: 'POST',
  path: '/staff/notice-deliveries/:id/retry',
  access: 'staff',
  needs,
  summary: 'Retry a delivery that failed for good, for another day.',
  params: z.object({ id: idOf('ntd') }),
  body: z.optional(z.object({})),
  reply: z.object({ status: success, delivery: noticeDelivery }),
  refusals: ['not_found', 'notice_not_failed', 'notice_channel_removed'],
})

export const noticeOperations = [
  staffNotices,
  readNotices,
  ...noticeChannelOperations,
  noticeRules,
  addNoticeRule,
  changeNoticeRule,
  removeNoticeRule,
  noticeDeliveries,
  retryNoticeDelivery,
]
