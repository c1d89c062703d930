import type { Platform } from '../../platform/platform.ts'
import type { Providers } from './providers.ts'
import type { ImportRow, ProviderRow } from './tables.ts'

/** Headers that sign a GET of a feed's address. */
export type SignFeed = (provider: ProviderRow, path: string) => Record<string, string>

export interface ImportParts {
  platform: Platform
  providers: Providers
  sign: SignFeed
  /** Imports under way, by provider code. */
  running: Map<string, Promise<ImportRow>>
}
