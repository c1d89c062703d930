import { playRules, report, type Finding } from './conformance.ts'
import type { Dialect } from './dialect.ts'
import { dialects } from './dialects.ts'
import { openDhow } from './dhow.ts'
import { keyOf, sandboxKey } from './keys.ts'
import { help, readOptions, type Options } from './options.ts'
import { openTestPlayers } from './test-players.ts'
import { openWallet } from './wallet.ts'

interface Out {
  print(text: string): void
  printError(text: string): void
}
type Env = Record<string, string | undefined>

/**
 * The command line of the kit.
 * @returns the exit code: 0 if all played rules are kept, 1 if one is broken, 2 if they could not be played
 */
export async function runConformance(args: string[], env: Env, out: Out): Promise<number> {
  let options
  try {
    options = readOptions(args)
  } catch (error) {
    out.printError(`${messageOf(error)}\n\n${help}`)
    return 2
  }
  if (options.help) {
    out.print(help)
    return 0
  }
  const { url } = options
  const dialect = dialects[options.adapter ?? '']
  if (!url || !URL.canParse(url) || !dialect) {
    out.printError(help)
    return 2
  }
  const isPortal = new URL(url).pathname === '/'
  if (!isPortal && (!options.token || !options.game)) {
    out.printError('A wallet that is not a Dhow sandbox needs --token, --player and --game.')
    return 2
  }
  try {
    const findings = await playAt({ url, isPortal, dialect }, options, env, out)
    return findings.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  } catch (error) {
    out.printError(messageOf(error))
    return 2
  }
}

/** Plays the rules against a wallet, or a sandbox's portal, and reports each. */
async function playAt(
  { url, isPortal, dialect }: { url: string; isPortal: boolean; dialect: Dialect },
  options: Options,
  env: Env,
  out: Out,
): Promise<Finding[]> {
  const { sandbox, provider: named, data, json } = options
  const dhow = isPortal ? await openDhow({ portal: url, sandbox, adapter: dialect.name, provider: named }) : undefined
  const provider = dhow?.provider ?? named ?? ''
  const key = keyOf(options.key ?? env['PROVIDER_KEY']) ?? (dhow && sandboxKey(data, dialect.name, provider))
  if (key === undefined) throw new Error('Give the key with --key or PROVIDER_KEY.')
  const wallet = openWallet({ url: dhow?.url ?? url, dialect, key, provider, now: () => Date.now() })
  if (!json) out.print(`${dialect.name} at ${dhow?.url ?? url}`)
  const findings = await playRules(wallet, openTestPlayers({ options, env, dialect, wallet, dhow }), {
    only: options.rules?.split(',').map(Number),
    // These block the player, so play them last.
    last: [3, 11],
    onFinding: (finding) => (json ? undefined : out.print(report([finding]))),
  })
  out.print(json ? JSON.stringify(findings, null, 2) : summaryOf(findings))
  return findings
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (which: Finding['outcome']) => findings.filter(({ outcome }) => outcome === which).length
  const [kept, broken] = [count('ok'), count('failed')]
  return `${kept} kept, ${broken} broken, ${findings.length - kept - broken} not played`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
