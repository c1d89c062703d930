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
  /** Checked where no operator has the name, so that an answer takes as long as for one who has. */
  decoyHash: string
  /** Called once an operator has a password of their own instead of the one-time one. */
  onOwnPassword(): Promise<void>
}
