import * as contract from '@dhow/contract/staff'
import { openEnrolment } from '@dhow/contract/operators'
import { beginPasskeySignIn, passkeySignIn } from '@dhow/contract/passkeys'
import { done } from '../../platform/http/call.ts'
import { readCookie, setCookie } from '../../platform/http/cookies.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Random } from '../../platform/random.ts'
import { newToken } from '../../platform/secrets.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { consoleCookie, consoleDeviceCookie, type Staff } from './index.ts'
import { serveOperators } from './operator-routes.ts'
import { servePasskeys } from './passkey-routes.ts'
import { serveSessions } from './session-routes.ts'

const yearS = 31_536_000

export function serveStaff(
  { console: { serve } }: { console: Listener },
  staff: Staff,
  { secure, random }: { secure: boolean; random: Random },
) {
  const originOf = ({ ip, request }: { ip: string; request: FastifyRequest }) => ({
    ip,
    deviceId: readCookie(request, consoleDeviceCookie),
    userAgent: request.headers['user-agent'],
  })
  serve(contract.staffSignIn, async ({ body, ip, request }) => {
    const { ticket, passkey, enrol } = await staff.signIn(body.name, body.password, originOf({ ip, request }))
    return { ...done, next: enrol ? ('enrol' as const) : ('totp' as const), ticket, passkey, enrol: enrol ?? null }
  })
  type Opened = Awaited<ReturnType<typeof staff.secondFactor>>
  const open = (reply: FastifyReply, opened: Opened, deviceId: string) => {
    setCookie(reply, consoleCookie, opened.token, { maxAgeS: opened.maxAgeS, secure })
    setCookie(reply, consoleDeviceCookie, deviceId, { maxAgeS: yearS, secure })
    return { ...done, operator: opened.operator }
  }
  serve(contract.staffSecondFactor, async ({ body, ip, request, reply }) => {
    const origin = originOf({ ip, request })
    const deviceId = origin.deviceId ?? newToken(random)
    const opened = await staff.secondFactor(body.ticket, body.code, body.new_password, origin, deviceId)
    return open(reply, opened, deviceId)
  })
  serve(beginPasskeySignIn, async ({ body, ip, request }) => ({
    ...done,
    options: { ...(await staff.beginPasskeySignIn(body.ticket, originOf({ ip, request }))) },
  }))
  serve(passkeySignIn, async ({ body, ip, request, reply }) => {
    const origin = originOf({ ip, request })
    const deviceId = origin.deviceId ?? newToken(random)
    return open(reply, await staff.passkeySecondFactor(body, origin, deviceId), deviceId)
  })
  serve(contract.changeOwnPassword, async ({ body, staff: session }) => {
    await staff.ownAccount.changePassword(session, body, body.new_password)
    return done
  })
  serve(contract.beginOwnAuthenticator, async ({ body, staff: session }) => ({
    ...done,
    ...(await staff.ownAccount.beginAuthenticator(session, body)),
  }))
  serve(contract.confirmOwnAuthenticator, async ({ body, staff: session }) => {
    await staff.ownAccount.confirmAuthenticator(session, body.ticket, body.code)
    return done
  })
  serve(contract.staffSignOut, async ({ staff: session, reply }) => {
    await staff.signOut(session)
    setCookie(reply, consoleCookie, '', { maxAgeS: 0, secure })
    return done
  })
  serve(openEnrolment, async ({ body }) => ({ ...done, ...(await staff.enrolment.open(body.token)) }))
  serveOperators(serve, staff)
  servePasskeys(serve, staff)
  serveSessions(serve, staff)
}
