// Health check of the image: asks the container's program whether it is ready, at its port from the settings.
import { readFileSync } from 'node:fs'

const settings = JSON.parse(readFileSync(new URL('../../apps/server/settings.json', import.meta.url), 'utf8'))
const isStudio = readFileSync('/proc/1/cmdline', 'utf8').includes('apps/studio/')
const name = isStudio ? 'STUDIO_PORT' : 'PORT'
const port = process.env[name] || settings.find((row) => row.name === name).default
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(3_000) }).catch(
  () => undefined,
)
process.exit(answer?.ok ? 0 : 1)
