/** The sandbox's settings, each a row of a `settings.json`; npm start passes them. */
export interface Config {
  host: string
  port: number
  dataDir: string
  key: string
  logLevel: string
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const port = Number(env['SANDBOX_PORT'] || '8083')
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`SANDBOX_PORT is "${env['SANDBOX_PORT']}"; it has to be a port from 1 to 65535.`)
  return {
    host: env['HOST'] || '127.0.0.1',
    port,
    dataDir: env['SANDBOX_DATA_DIR'] || '.data/sandbox',
    key: env['SANDBOX_KEY'] || '',
    logLevel: env['LOG_LEVEL'] || 'info',
  }
}
