import type { StaffParts } from './parts.ts'
import { beginAuthenticator, confirmAuthenticator } from './change-authenticator.ts'
import { changePassword } from './change-password.ts'
import { bind } from '../../platform/bind.ts'

/**
 * An operator's own account: change of password or authenticator. Either needs both factors, and ends other sessions.
 */
export function openOwnAccount(parts: StaffParts) {
  return bind(parts, { changePassword, beginAuthenticator, confirmAuthenticator })
}
