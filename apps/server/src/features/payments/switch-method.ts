import type { Market } from '@dhow/contract/shapes'
import type { StaffSession } from '../../platform/http/call.ts'
import { markets, type Closed } from '../portal/index.ts'
import { knownMethod } from './known-method.ts'
import type { PaymentParts } from './parts.ts'

/** Kill switch of a market or method, in one list of the setting `closed`. */
interface Switch {
  list: 'deposits' | 'withdrawals' | 'methods'
  /** Code of a market or method. */
  name: string
  open: boolean
  reason: string
  /** Prefix of the audit entry's action. */
  action: string
  /** Subject of the audit entry's sentence. */
  title: string
}

export const switchMarket = (
  parts: PaymentParts,
  market: Market,
  by: StaffSession,
  { what, open, reason }: { what: 'deposits' | 'withdrawals'; open: boolean; reason: string },
) =>
  setSwitch(parts, by, {
    list: what,
    name: market,
    open,
    reason,
    action: `market-${what}`,
    title: `${what} of ${markets[market].name}`,
  })

/** @throws Refusal `not_found` */
export async function switchMethod(
  parts: PaymentParts,
  code: string,
  by: StaffSession,
  { open, reason }: { open: boolean; reason: string },
) {
  const { displayName } = knownMethod(parts, code)
  await setSwitch(parts, by, {
    list: 'methods',
    name: code,
    open,
    reason,
    action: 'method',
    title: `the method ${displayName}`,
  })
}

function setSwitch(
  { platform: { db, clock }, portal, staff }: PaymentParts,
  by: StaffSession,
  { list, name, open, reason, action, title }: Switch,
) {
  return db.transaction(async (tx) => {
    const entry: Closed = { at: clock.now().toISOString(), reason }
    const before = await portal.changeOne(tx, 'closed', (closed) => {
      const entries: Record<string, Closed> = closed[list]
      const { [name]: standing, ...others } = entries
      // Closing it again keeps the time of the first closing.
      return { ...closed, [list]: open ? others : { ...others, [name]: standing ?? entry } }
    })
    const entriesBefore: Record<string, Closed> = before[list]
    const wasOpen = entriesBefore[name] === undefined
    if (wasOpen === open) return
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: `${action}.${open ? 'open' : 'close'}`,
      subject: name,
      text: `${open ? 'Opened' : 'Closed'} ${title}: ${reason}`,
      before: { open: wasOpen },
      after: { open },
    })
  })
}
