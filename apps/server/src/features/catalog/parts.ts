import type { Platform } from '../../platform/platform.ts'
import type { Providers } from './providers.ts'
import type { ImportRow, ProviderRow } from './tables.ts'

/** Makes the headers that sign a GET of a feed's address. */
export type SignFeed = (provider: ProviderRow, path: string) => Record<string, string>

export interface ImportParts {
  platform: Platform
  providers: Providers
  sign: SignFeed
  /** The imports that run now, by their provider's code. */
  running: Map<string, Promise<ImportRow>>
}
