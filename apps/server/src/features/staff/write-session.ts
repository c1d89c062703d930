import type { Tx } from '../../platform/db/index.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { StaffParts } from './parts.ts'
import type { StaffOrigin } from './sign-in-rules.ts'

/** Longer user agents are truncated. */
const userAgentLength = 300

/** Writes a new session, and remembers its browser. */
export async function writeSession(
  { platform: { id }, audit }: StaffParts,
  tx: Tx,
  {
    operator,
    token,
    origin,
    deviceId,
    at,
  }: { operator: { id: string; name: string }; token: string; origin: StaffOrigin; deviceId: string; at: Date },
) {
  await tx
    .insertInto('staff.operator_session')
    .values({
      id: id('ops'),
      operator_id: operator.id,
      token_hash: tokenHash(token),
      created_at: at,
      last_seen_at: at,
      ended_at: null,
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, userAgentLength) ?? null,
    })
    .execute()
  await tx
    .insertInto('staff.operator_device')
    .values({ operator_id: operator.id, device_hash: tokenHash(deviceId), created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await audit(tx, {
    operatorId: operator.id,
    action: 'operator.sign-in',
    subject: operator.id,
    text: `${operator.name} signed in`,
    before: null,
    after: null,
  })
}
