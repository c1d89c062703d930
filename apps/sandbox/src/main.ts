import { openSandbox } from './app.ts'
import { readConfig } from './config.ts'

async function main() {
  const config = readConfig(process.env)
  const server = openSandbox(config, () => new Date())
  const close = () => void server.close().then(() => process.exit(0))
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
  // Exit if the parent process is gone, as after a kill -9.
  process.on('disconnect', close)
  await server.listen({ host: config.host, port: config.port })
}

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const taken = error.code === 'EADDRINUSE'
  process.stderr.write(
    `${taken ? `Port ${error.port} is taken by another program; choose another one with SANDBOX_PORT.` : error.message}\n`,
  )
  process.exit(1)
})
