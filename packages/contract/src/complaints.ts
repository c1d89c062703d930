import * as z from './bounded.ts'
import { complaintDecisions } from './help-categories.ts'
import { helpText, staffHelpReply } from './help.ts'
import { operation } from './operation.ts'
import { anyId, market } from './shapes.ts'

/** Complaints: conversations with a number, a decision, and a file for the regulator. */

export const complaintRefusals = {
  complaint_exists: { status: 409, sentence: 'This case is a complaint already.' },
  complaint_missing: { status: 409, sentence: 'This case is no complaint.' },
  complaint_decided: { status: 409, sentence: 'This complaint is decided already.' },
  span_too_long: { status: 422, sentence: 'Choose at most 366 days.' },
} as const

const params = z.object({ id: anyId })

export const registerComplaint = operation({
  name: 'registerComplaint',
  method: 'POST',
  path: '/staff/help-cases/:id/complaint',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'Mark a case as a complaint, which gives it the next number of its market.',
  params,
  body: z.optional(z.object({})),
  reply: staffHelpReply,
  refusals: ['not_found', 'complaint_exists'],
})

export const decideComplaint = operation({
  name: 'decideComplaint',
  method: 'POST',
  path: '/staff/help-cases/:id/complaint/decision',
  access: 'staff',
  needs: ['help.decide_complaints'],
  summary: 'Decide a complaint, once: its state and the sentence that the player reads.',
  params,
  body: z.object({ state: z.enum(complaintDecisions), outcome: helpText }),
  reply: staffHelpReply,
  refusals: ['not_found', 'complaint_missing', 'complaint_decided'],
})

export const exportComplaints = operation({
  name: 'exportComplaints',
  method: 'GET',
  path: '/staff/complaints.csv',
  access: 'staff',
  needs: ['help.export'],
  summary:
    'Download the complaints made between two days (UTC, both included) as CSV with every text, a row for each message. The audit trail records the download.',
  query: z.object({ from: z.iso.date(), to: z.iso.date(), market: z.optional(market) }),
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: ['span_too_long'],
})

export const exportConversations = operation({
  name: 'exportConversations',
  method: 'GET',
  path: '/staff/conversations.csv',
  access: 'staff',
  needs: ['help.export'],
  summary:
    'Download the conversations opened between two days (UTC, both included) as CSV: a row each with category, times and outcome, without texts, and with masked numbers. The audit trail records the download.',
  query: z.object({ from: z.iso.date(), to: z.iso.date(), market: z.optional(market) }),
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: ['span_too_long'],
})

export const complaintOperations = [registerComplaint, decideComplaint, exportComplaints, exportConversations]
