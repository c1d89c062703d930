import type { Market } from '@dhow/contract/shapes'
import type { Files } from '../../platform/files.ts'
import type { ReencodePicture } from '../../platform/pictures.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'

export interface ContentParts {
  platform: Platform
  portal: Portal
  staff: Staff
  /** Segments of the campaigns. */
  segments: {
    list(): Promise<{ id: string; market: Market }[]>
    /** Those of these segments that the player is in now. */
    ofPlayer(playerId: string, segmentIds: readonly string[]): Promise<string[]>
  }
  /** Whether a player gets no advertising: on a break, excluded, blocked, suspended or flagged. */
  isBarred(playerId: string): Promise<boolean>
  approvals: Approvals
  secrets: Secrets
  files: Files
  reencodePicture: ReencodePicture
}
