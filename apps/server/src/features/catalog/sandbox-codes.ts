import type { Providers } from './providers.ts'

/** The sandbox's providers: those whose games it runs itself. There are none in live mode. */
export const sandboxCodes = (providers: Providers, sandboxOrigin: string): string[] =>
  providers
    .all()
    .filter((row) => new URL(row.launch_url).origin === sandboxOrigin)
    .map((row) => row.code)
