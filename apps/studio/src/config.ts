import { readFileSync } from 'node:fs'

/** Everything that the environment decides, read once; nothing else reads it. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  providerCode: string
  walletUrl: string
  walletKey: string
  /** The studio's own public origin. */
  origin: string
  /** The portal's origins, which alone may frame a game. */
  portalOrigins: string[]
  logLevel: string
  /** Seals the chain at rest; made and kept in the data folder where it is not set. */
  secret: string | undefined
  chainLength: number
  chainSalt: string | undefined
  bettingMs: number
  pauseMs: number
  socketsPerAddress: number
}

/** The settings with their meaning, for help texts and the reference. */
export const settings = {
  STUDIO_PORT: 'Port of the studio (8082).',
  STUDIO_HOST: 'Address that the studio listens on (127.0.0.1; 0.0.0.0 for all).',
  STUDIO_DATA_DIR: 'Folder of the studio’s own data (.data/studio).',
  STUDIO_DATABASE_URL: 'PostgreSQL of the studio; without it the embedded engine keeps its data in the folder.',
  STUDIO_PROVIDER_CODE: 'The studio’s code at the portal (dhow-studio).',
  STUDIO_WALLET_URL: 'Where the portal takes the house protocol (http://127.0.0.1:8080/api/v1/dhow/gateway/house).',
  STUDIO_WALLET_KEY: 'The key shared with the portal that signs each call. Needed.',
  STUDIO_ORIGIN: 'The studio’s public origin (http://localhost:STUDIO_PORT).',
  PORTAL_ORIGIN: 'The portal’s origins that may frame a game, by comma (http://localhost:8080,http://127.0.0.1:8080).',
  STUDIO_SECRET: 'Seals the chain of round hashes at rest; without it a key is made in the data folder.',
  STUDIO_CHAIN_LENGTH: 'Hashes in a new chain (1000000; ten million take about ten seconds in the background).',
  STUDIO_CHAIN_SALT: 'Public salt of a new chain, such as a later block hash; at random without it.',
  STUDIO_BETTING_MS: 'Length of the betting window (7000).',
  STUDIO_PAUSE_MS: 'Pause after the gust (3500).',
  STUDIO_SOCKETS_PER_ADDRESS: 'Open connections that one network address may have (200).',
  LOG_LEVEL: 'trace, debug, info, warn, error (info).',
} as const

/** Reads the settings; throws one error that names every fault. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const whole = (name: keyof typeof settings, fallback: number, min: number, max: number): number => {
    const text = env[name] || String(fallback)
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : NaN
    if (value >= min && value <= max) return value
    faults.push(`${name} is a whole number from ${min} to ${max}, not '${text}'`)
    return fallback
  }
  const url = (name: keyof typeof settings, text: string): string => {
    if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '')
    faults.push(`${name} is an http address, not '${text}'`)
    return text
  }
  const port = whole('STUDIO_PORT', 8082, 0, 65_535)
  const walletKey = env['STUDIO_WALLET_KEY'] ?? ''
  if (walletKey.length < 16) faults.push('STUDIO_WALLET_KEY has at least 16 characters')
  const config: Config = {
    port,
    host: env['STUDIO_HOST'] || '127.0.0.1',
    dataDir: env['STUDIO_DATA_DIR'] || '.data/studio',
    databaseUrl: env['STUDIO_DATABASE_URL'] || undefined,
    providerCode: env['STUDIO_PROVIDER_CODE'] || 'dhow-studio',
    walletUrl: url('STUDIO_WALLET_URL', env['STUDIO_WALLET_URL'] || 'http://127.0.0.1:8080/api/v1/dhow/gateway/house'),
    walletKey,
    origin: url('STUDIO_ORIGIN', env['STUDIO_ORIGIN'] || `http://localhost:${port}`),
    portalOrigins: (env['PORTAL_ORIGIN'] || 'http://localhost:8080,http://127.0.0.1:8080')
      .split(',')
      .map((origin) => url('PORTAL_ORIGIN', origin.trim())),
    logLevel: env['LOG_LEVEL'] || 'info',
    secret: env['STUDIO_SECRET'] || undefined,
    chainLength: whole('STUDIO_CHAIN_LENGTH', 1_000_000, 1000, 100_000_000),
    chainSalt: env['STUDIO_CHAIN_SALT'] || undefined,
    bettingMs: whole('STUDIO_BETTING_MS', 7000, 500, 60_000),
    pauseMs: whole('STUDIO_PAUSE_MS', 3500, 500, 60_000),
    socketsPerAddress: whole('STUDIO_SOCKETS_PER_ADDRESS', 200, 1, 1_000_000),
  }
  if (faults.length > 0) throw new Error(`The settings do not fit: ${faults.join('; ')}.`)
  return config
}

/** The version that the health answer states. */
export const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
