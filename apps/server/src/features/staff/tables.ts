import type { PlayerEvent } from '../../platform/player-events.ts'
import type { PasskeyTransport } from '@dhow/contract/passkey-shapes'
import type { Permission } from '@dhow/contract/permissions'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'staff.operator': {
      id: string
      name: string
      role: string
      password_hash: string
      password_is_one_time: boolean
      totp_secret: Buffer | null
      totp_step: Generated<bigint>
      active: Generated<boolean>
      failures: Generated<number>
      locked_until: Date | null
      created_at: Date
      last_seen_at: Date | null
      /** Expiry of a read-only account. */
      seat_ends_at: Date | null
    }
    'staff.role': {
      id: string
      name: string
      about: string
      given: Generated<boolean>
      version: Generated<number>
      created_at: Date
      ended_at: Date | null
    }
    'staff.role_permission': { role_id: string; permission: Permission }
    'staff.operator_ticket': {
      ticket_hash: Buffer
      operator_id: string
      enrol: Buffer | null
      expires_at: Date
      failures: Generated<number>
    }
    'staff.operator_device': { operator_id: string; device_hash: Buffer; created_at: Date }
    'staff.operator_authenticator': { ticket_hash: Buffer; operator_id: string; secret: Buffer; expires_at: Date }
    'staff.operator_link': {
      token_hash: Buffer
      operator_id: string
      created_by: string
      created_at: Date
      expires_at: Date
      used_at: Date | null
    }
    'staff.operator_session': {
      id: string
      operator_id: string
      token_hash: Buffer
      created_at: Date
      last_seen_at: Date
      ended_at: Date | null
      /** Null in old sessions, from before these were stored. */
      ip: string | null
      user_agent: string | null
    }
    'staff.operator_reset': {
      id: string
      operator_id: string
      asked_by: string
      asked_at: Date
      until: Date
      reason: string
      confirmed_by: string | null
      ended_at: Date | null
      outcome: 'confirmed' | 'withdrawn' | 'expired' | null
    }
    'staff.operator_tie': {
      operator_id: string
      tied_to: string
      cause: 'created' | 'raised' | 'reset'
      at: Date
    }
    'staff.break_glass': {
      id: string
      operator_id: string
      role: string
      reason: string
      started_at: Date
      until: Date
      ended_at: Date | null
      reviewed_by: string | null
      reviewed_at: Date | null
      review: string | null
    }
    'staff.operator_passkey': {
      id: string
      operator_id: string
      /** In base64url, as browsers encode it. */
      credential_id: string
      public_key: Buffer
      counter: bigint
      transports: PasskeyTransport[]
      name: string
      created_at: Date
      last_used_at: Date | null
    }
    'staff.passkey_challenge': {
      challenge: string
      operator_id: string
      purpose: 'register' | 'sign_in'
      expires_at: Date
    }
    'staff.step_up': {
      id: string
      operator_id: string
      session_id: string
      challenge: string
      content_hash: Buffer
      created_at: Date
      expires_at: Date
      confirmed_at: Date | null
      used_at: Date | null
    }
    'staff.audit_seal': { position: bigint; entry_id: string; hash: Buffer; sealed_at: Date }
    'staff.audit_entry': {
      id: string
      at: Date
      operator_id: string | null
      action: string
      subject: string
      text: string
      before: unknown
      after: unknown
    }
    // Exported views, which other features may read.
    'staff.operator_card': Pick<Tables['staff.operator'], 'id' | 'name' | 'role' | 'active'> & {
      has_authenticator: boolean
    }
    'staff.operator_permission': {
      operator_id: string
      active: boolean
      has_authenticator: boolean
      permission: Permission
    }
    'staff.audit_seals': { position: bigint; hash: Buffer; sealed_at: Date }
    'staff.ties': Pick<Tables['staff.operator_tie'], 'operator_id' | 'tied_to' | 'at'>
    'staff.events': PlayerEvent
  }
}
