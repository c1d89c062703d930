import { keysOf } from '@dhow/contract/keys-of'
import type { OverviewParts } from './parts.ts'
import { formatDecimal } from '@dhow/contract/money'
import type { StaffSession } from '../../platform/http/call.ts'
import { markets } from '../portal/index.ts'
import { booksReply } from './read-health.ts'

/** The signed-in operator, the queues, and the amounts from which two operators are needed. */
export async function readMe(parts: OverviewParts, session: StaffSession) {
  const {
    portal,
    platform: { config },
    deposits,
    withdrawals,
    payments,
  } = parts
  const settings = portal.settings()
  return {
    operator: { id: session.operatorId, name: session.name, role: session.role, role_name: session.roleName },
    permissions: [...session.permissions],
    break_glass: session.breakGlass
      ? {
          id: session.breakGlass.id,
          role_name: session.breakGlass.roleName,
          until: session.breakGlass.until.toISOString(),
        }
      : null,
    seat_ends_at: session.seatEndsAt?.toISOString() ?? null,
    mode: config.mode,
    portal_name: settings.names.portal,
    queues: {
      deposits: (await deposits.waiting()).count,
      withdrawals: (await withdrawals.waiting()).count,
      statements: (await parts.statements.waiting()).count,
      batches: (await withdrawals.batches.waiting()).count,
      approvals: (await parts.approvals.changes.waitingForMe(session)).count,
      cases: (await payments.reader.casesWaiting()).count + (await parts.help.waiting()).count,
    },
    notices_unread: session.permissions.has('notices.see') ? await parts.notices.unread(session) : null,
    four_eyes: keysOf(markets).map((market) => ({
      market,
      currency: markets[market].currency,
      amount: formatDecimal(BigInt(settings.four_eyes_minor[market])),
    })),
    books: booksReply(parts),
  }
}
