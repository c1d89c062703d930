import { hash } from '@node-rs/argon2'
import { errorCode } from '@dhow/platform/error-code'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { forgetFirstPassword } from './forget-first-password.ts'
import type { EnrolmentParts } from './parts.ts'

/** Deletes the installation's one-time password after its use. */
export const forgetFirst = ({ config, log }: Platform) => forgetFirstPassword(config.dataDir, log)

/** Creates the first operator of an empty database, with a one-time password. */
export async function seedFirstOperator(parts: EnrolmentParts, password: string | undefined) {
  const { db, log } = parts.platform
  const any = await db.kysely
    .selectFrom('staff.operator')
    .select('password_is_one_time')
    .orderBy('password_is_one_time')
    .limit(1)
    .executeTakeFirst()
  if (any?.password_is_one_time === false) await forgetFirst(parts.platform)
  if (any) return
  if (password === undefined) return log.warn('nobody can sign in to the console: set DHOW_FIRST_OPERATOR_PASSWORD')
  await insertFirst(parts, password).catch((error: unknown) => {
    // A concurrently started server was first.
    if (!(error instanceof Refusal && error.code === 'staff_exists')) throw error
  })
}

/** Inserts the first operator, whose one-time password the installation prints; all others get a link. */
async function insertFirst({ platform, audit }: EnrolmentParts, password: string): Promise<void> {
  const { db, clock, id, passwordCost } = platform
  const operatorId = id('op')
  const password_hash = await hash(password, passwordCost)
  await db.transaction(async (tx) => {
    await tx
      .insertInto('staff.operator')
      .values({
        id: operatorId,
        name: 'admin',
        role: 'admin',
        password_hash,
        password_is_one_time: true,
        totp_secret: null,
        locked_until: null,
        created_at: clock.now(),
        last_seen_at: null,
        seat_ends_at: null,
      })
      .execute()
      .catch((error: unknown) => {
        if (errorCode(error) === '23505') throw new Refusal('staff_exists')
        throw error
      })
    await audit(tx, {
      operatorId: null,
      action: 'operator.create',
      subject: operatorId,
      text: 'Added the operator admin (Admin)',
      before: null,
      after: { name: 'admin', role: 'admin' },
    })
  })
}
