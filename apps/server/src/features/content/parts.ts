import type { Files } from '../../platform/files.ts'
import type { ReencodePicture } from '../../platform/pictures.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Staff } from '../staff/index.ts'

export interface ContentParts {
  platform: Platform
  staff: Staff
  approvals: Approvals
  secrets: Secrets
  files: Files
  reencodePicture: ReencodePicture
}
