import * as contract from '@dhow/contract/staff'
import { done } from '../../platform/http/call.ts'
import { setCookie } from '../../platform/http/cookies.ts'
import type { Door } from '../../platform/http/door.ts'
import { consoleCookie, type Staff } from './index.ts'

export function serveStaff({ console: { serve } }: { console: Door }, staff: Staff, { secure }: { secure: boolean }) {
  serve(contract.staffSignIn, async ({ body }) => {
    const { ticket, enrol } = await staff.signIn(body.name, body.password)
    return { ...done, next: enrol ? ('enrol' as const) : ('totp' as const), ticket, enrol: enrol ?? null }
  })
  serve(contract.staffSecondFactor, async ({ body, reply }) => {
    const { token, maxAgeS, operator } = await staff.secondFactor(body.ticket, body.code, body.new_password)
    setCookie(reply, consoleCookie, token, { maxAgeS, secure })
    return { ...done, operator }
  })
  serve(contract.staffSignOut, async ({ staff: session, reply }) => {
    await staff.signOut(session)
    setCookie(reply, consoleCookie, '', { maxAgeS: 0, secure })
    return done
  })
  serve(contract.staffList, async () => {
    const operators = await staff.list()
    return {
      ...done,
      operators: operators.map((row) => ({
        id: row.id,
        name: row.name,
        role: row.role,
        active: row.active,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at?.toISOString() ?? null,
        reset:
          row.asked_at === null
            ? null
            : {
                asked_by: row.asked_by!,
                asked_at: row.asked_at.toISOString(),
                until: row.until!.toISOString(),
                reason: row.reason!,
              },
      })),
    }
  })
  serve(contract.setOperatorActive, async ({ params, body, staff: session }) => {
    await staff.setActive(params.id, session, body)
    return done
  })
  serve(contract.setOperatorRole, async ({ params, body, staff: session }) => {
    await staff.setRole(params.id, session, body)
    return done
  })
  serve(contract.askOperatorReset, async ({ params, body, staff: session }) => {
    await staff.resets.ask(params.id, session, body.reason)
    return done
  })
  serve(contract.confirmOperatorReset, async ({ params, staff: session }) => {
    const { operator, password } = await staff.resets.confirm(params.id, session)
    return { ...done, operator, one_time_password: password }
  })
  serve(contract.withdrawOperatorReset, async ({ params, staff: session }) => {
    await staff.resets.withdraw(params.id, session)
    return done
  })
  serve(contract.staffCreate, async ({ body, staff: session }) => {
    const { operator, password } = await staff.create(session, body.name, body.role)
    return { ...done, operator, one_time_password: password }
  })
}
