import type { Providers } from './providers.ts'

/** Providers whose games the sandbox runs itself; none in live mode. */
export const sandboxCodes = (providers: Providers, sandboxOrigin: string): string[] =>
  providers
    .all()
    .filter((row) => new URL(row.launch_url).origin === sandboxOrigin)
    .map((row) => row.code)
