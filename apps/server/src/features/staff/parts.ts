import type { Attempts } from '../../platform/attempts.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { auditWriter } from './audit.ts'
import type { Enrolment } from './enrolment.ts'

export interface EnrolmentParts {
  platform: Platform
  secrets: Secrets
  audit: ReturnType<typeof auditWriter>
}

export interface StaffParts extends EnrolmentParts {
  attempts: Attempts
  enrolment: Enrolment
  /** Checked for an unknown name, so that an answer takes as long as for a known one. */
  decoyHash: string
  /** Called once an operator has replaced the one-time password with their own. */
  onOwnPassword(): Promise<void>
}
