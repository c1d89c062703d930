import type { Db } from '../../platform/db/index.ts'
import { deviceKey } from './known-devices.ts'
import type { Shared } from './parts.ts'

/**
 * Refuses registration and sign-in with a blocked number or device. A number is checked only after its owner has proven
 * it, so that nobody can read the list by trying numbers.
 * @throws Refusal `contact_us`
 */
export async function refuseBlockedSignIn(
  { parts }: Pick<Shared, 'parts'>,
  reader: Db,
  { mobile, deviceId }: { mobile?: string; deviceId: string | undefined },
): Promise<void> {
  const device = deviceKey(deviceId)
  await parts.refuseBlocked(reader, [
    ...(mobile === undefined ? [] : [{ kind: 'mobile' as const, value: mobile }]),
    ...(device === null ? [] : [{ kind: 'device' as const, value: device }]),
  ])
}
