import { operatorText } from '@dhow/contract/operator-texts'
import type { updateMethod as operation } from '@dhow/contract/methods'
import type { BodyOf } from '@dhow/contract/operation'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { methods, refuseInvalidLimits } from '../deposits/index.ts'
import { knownMethod } from './known-method.ts'
import type { PaymentParts } from './parts.ts'

/**
 * Sets a method's name, description, position in the chooser and, for a service, its limits. @throws Refusal
 * `not_found`, `invalid_fields`
 */
export async function updateMethod(
  parts: PaymentParts,
  code: string,
  by: StaffSession,
  { reason, ...shown }: BodyOf<typeof operation>,
) {
  const { platform, portal, staff } = parts
  knownMethod(parts, code)
  const { limits, display_name, description, position } = shown
  if (limits) {
    if (methods.some((method) => method.code === code))
      throw new Refusal('invalid_fields', { fields: { 'limits.min': [operatorText('limits_of_details', {})] } })
    refuseInvalidLimits(limits, 'limits.')
  }
  await platform.db.transaction(async (tx) => {
    const before = await portal.changeOne(tx, 'methods', (set) => {
      // Earlier limits are kept unless new ones are given.
      const standing = limits ?? set[code]?.limits
      return { ...set, [code]: { display_name, description, position, ...(standing ? { limits: standing } : {}) } }
    })
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'method.update',
      subject: code,
      text: `Changed the words ${limits ? `and limits ` : ''}of ${display_name}: ${reason}`,
      before: before[code] ?? null,
      after: shown,
    })
  })
}
