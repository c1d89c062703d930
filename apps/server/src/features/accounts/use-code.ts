import type { OtpType } from '@dhow/contract/accounts'
import { sameBytes } from '@dhow/platform/same-bytes'
import { sql } from 'kysely'
import type { Settlement } from '../../platform/attempts.ts'
import type { CodeParts } from './parts.ts'
import { codeHash, codeRules } from './send-code.ts'

export interface CodeAnswer {
  mobile: string
  type: OtpType
  boundTo: string | null
  /** Command that the code must confirm, for types with one. */
  commitsTo?: string | undefined
  code: string
}

/**
 * Checks a code. The try is counted first, in a statement of its own, and a right code is used up.
 * @returns an object with the registration that it was sent for; undefined for a wrong code
 */
export async function useCode(
  { platform: { db, clock }, secrets, attempts }: CodeParts,
  { mobile, type, boundTo, commitsTo, code }: CodeAnswer,
): Promise<{ registrationId: string | null } | undefined> {
  const now = clock.now()
  const row = await db.kysely
    .updateTable('accounts.one_time_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', (newest) =>
      newest
        .selectFrom('accounts.one_time_code')
        .select('id')
        .where('mobile', '=', mobile)
        .where('type', '=', type)
        .where('bound_to', 'is not distinct from', boundTo)
        .where('used_at', 'is', null)
        .orderBy('sent_at', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', codeRules.tries)
    .returning(['id', 'code_hash', 'commits_to', 'registration_id', sql<Settlement[]>`uses`.as('uses')])
    .executeTakeFirst()
  if (!row || !sameBytes(Buffer.from(row.code_hash), codeHash(secrets, mobile, type, code))) return undefined
  const used = await db.kysely
    .updateTable('accounts.one_time_code')
    .set({ used_at: now })
    .where('id', '=', row.id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  // A code for something else is used up too.
  if (used.numUpdatedRows !== 1n || row.commits_to !== (commitsTo ?? null)) return undefined
  await attempts.right(row.uses, mobile)
  return { registrationId: row.registration_id }
}
