import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Credentials of an operator of the demo world: name, password, and the authenticator secret in base 32. */
export interface DemoOperator {
  name: string
  role: string
  password: string
  secret: string
}

const program = fileURLToPath(new URL('../apps/server/dist/seed/main.js', import.meta.url))

/**
 * Seeds a demo world with the settings of programs that do not run yet; settings of later programs override earlier ones.
 * Returns its operators.
 * @throws Error with its output if it fails
 */
export async function seedDemo(
  settings: readonly Record<string, string | undefined>[],
  { players, days }: { players: number; days: number },
): Promise<DemoOperator[]> {
  const child = spawn(process.execPath, [program, '--players', String(players), '--days', String(days)], {
    env: Object.assign({}, ...settings) as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += String(chunk)))
  let operators: DemoOperator[] = []
  child.on('message', (message: { operators: DemoOperator[] }) => ({ operators } = message))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 || operators.length === 0) throw new Error(`the demo world was not seeded: ${printed}`)
  return operators
}
