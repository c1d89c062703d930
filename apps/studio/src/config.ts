import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Everything that the environment decides, read once; nothing else reads it. Each setting is a row of a `settings.json`, with its meaning. */
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
  /** The betting window, the pause and the pace of dealing (in per cent) of the live tables. */
  tableBettingMs: number
  tablePauseMs: number
  tablePace: number
  socketsPerAddress: number
  /** How many processes hold the pages' live connections; 0: the studio's own. */
  edges: number
  leaseSeconds: number
}

const mostEdgesByDefault = 8

/** Reads the settings; throws one error that names every fault. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const text = env[name] || String(fallback)
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : NaN
    if (value >= min && value <= max) return value
    faults.push(`${name} is a whole number from ${min} to ${max}, not '${text}'`)
    return fallback
  }
  const url = (name: string, text: string): string => {
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
    ...readStore(env),
    providerCode: env['STUDIO_PROVIDER_CODE'] || 'dhow-studio',
    walletUrl: url('STUDIO_WALLET_URL', env['STUDIO_WALLET_URL'] || 'http://127.0.0.1:8080/api/v1/dhow/gateway/dhow'),
    walletKey,
    origin: url('STUDIO_ORIGIN', env['STUDIO_ORIGIN'] || `http://localhost:${port}`),
    portalOrigins: (env['PORTAL_ORIGIN'] || 'http://localhost:8080,http://127.0.0.1:8080')
      .split(',')
      .map((origin) => url('PORTAL_ORIGIN', origin.trim())),
    logLevel: env['LOG_LEVEL'] || 'info',
    chainLength: whole('STUDIO_CHAIN_LENGTH', 1_000_000, 1000, 100_000_000),
    chainSalt: env['STUDIO_CHAIN_SALT'] || undefined,
    bettingMs: whole('STUDIO_BETTING_MS', 7000, 500, 60_000),
    pauseMs: whole('STUDIO_PAUSE_MS', 3500, 500, 60_000),
    tableBettingMs: whole('STUDIO_TABLE_BETTING_MS', 15_000, 500, 120_000),
    tablePauseMs: whole('STUDIO_TABLE_PAUSE_MS', 5000, 500, 60_000),
    tablePace: whole('STUDIO_TABLE_PACE', 100, 10, 2000),
    socketsPerAddress: whole('STUDIO_SOCKETS_PER_ADDRESS', 200, 1, 1_000_000),
    edges: whole('STUDIO_EDGES', Math.min(availableParallelism(), mostEdgesByDefault), 0, 64),
    leaseSeconds: whole('STUDIO_LEASE_SECONDS', 15, 2, 600),
  }
  if (faults.length > 0) throw new Error(`The settings do not fit: ${faults.join('; ')}.`)
  return config
}

/** Data folder of the studio and its sealing key. */
export type Store = Pick<Config, 'dataDir' | 'databaseUrl' | 'secret'>
export const readStore = (env: Record<string, string | undefined>): Store => ({
  dataDir: env['STUDIO_DATA_DIR'] || '.data/studio',
  databaseUrl: env['STUDIO_DATABASE_URL'] || undefined,
  secret: env['STUDIO_SECRET'] || undefined,
})

/** The version that the health answer states. */
export const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
