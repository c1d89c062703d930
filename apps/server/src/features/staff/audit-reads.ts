import { fieldsOf } from '@dhow/contract/records'
import type { FastifyRequest } from 'fastify'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { auditWriter } from './audit.ts'

/** A page that repeats the same call is audited once a minute. */
const repeatedReadMs = 60_000

/** Audits calls of read-only accounts, before they are answered. */
export function openReadAudit({ db, clock }: Platform, audit: ReturnType<typeof auditWriter>) {
  /** Last time that each session called each address. */
  const asked = new Map<string, number>()

  return async function auditRead(staff: StaffSession, operation: string, request: FastifyRequest): Promise<void> {
    const now = clock.now().getTime()
    const address = withoutNumbers(request.url)
    const key = `${staff.sessionId} ${address}`
    const last = asked.get(key)
    if (last !== undefined && now >= last && now - last < repeatedReadMs) return
    for (const [one, at] of asked) if (Math.abs(now - at) >= repeatedReadMs) asked.delete(one)
    await db.transaction((tx) =>
      audit(tx, {
        operatorId: staff.operatorId,
        action: 'seat.look',
        subject: subjectOf(request.params) ?? staff.operatorId,
        text: `Looked at ${operation}: ${address}`,
        before: null,
        after: null,
      }),
    )
    asked.set(key, now)
  }
}

/** Address for the audit trail, without a searched telephone or account number. */
const withoutNumbers = (url: string) =>
  decoded(url)
    .replaceAll(/\+?\d{6,}/g, '…')
    .slice(0, 300)

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

function subjectOf(params: unknown): string | undefined {
  const { id } = fieldsOf(params)
  return typeof id === 'string' ? id.slice(0, 60) : undefined
}
