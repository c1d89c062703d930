import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { playRules, report, type TestPlayers } from './conformance.ts'
import { dialects } from './dialects.ts'
import { openDhow } from './dhow.ts'
import type { Seat } from './dialect.ts'
import { sandboxPair } from './sandbox-pair.ts'
import { openWallet } from './wallet.ts'

const help = `npm run provider:conformance -- --url URL --adapter dhow|spribe|softswiss|hub88 [options]

Plays the rules of a seamless wallet as any provider would and reports each. Exit code 0: every rule that was played is kept; 1: one is
broken; 2: it could not be played.

The wallet
  --url URL            below which the protocol's paths stand (http://localhost:8080/api/v1/dhow/gateway/spribe/my-code), or the origin of
                       a Dhow portal (http://localhost:8080)
  --adapter NAME       the protocol
  --provider CODE      what the wallet calls the provider
  --key KEY            the shared secret, or a file with the private key in PEM; else PROVIDER_KEY
  --second-key KEY     another key that is good at the moment, while keys are changed

A player with at least 50.00 in a session, where the wallet is not a Dhow sandbox
  --token TOKEN        the launch token of a game's frame
  --player ID          the player's id
  --game CODE          a game of the provider
  --currency CODE      the player's currency (NAD)
  --end COMMAND        a command that ends the session; it gets PLAYER and SESSION in its environment. It is played last.
  --block COMMAND      the same for a limit or an exclusion, in a run without --end

A Dhow in sandbox mode makes its own players: give the portal's origin as --url, and
  --sandbox URL        its sandbox (http://localhost:8083)
  --data FOLDER        its data folder, where the sandbox's key stands (.data)

  --rules 1,2,9        only these
  --json               the findings as JSON`

interface Out {
  say(text: string): void
  complain(text: string): void
}

/** The command line; answers the exit code. Long because it reads from top to bottom: options, wallet, player, rules, report. */
export async function runConformance(
  args: string[],
  env: Record<string, string | undefined>,
  out: Out,
): Promise<number> {
  let values
  try {
    values = parseArgs({
      args,
      options: {
        url: { type: 'string' },
        adapter: { type: 'string' },
        provider: { type: 'string' },
        key: { type: 'string' },
        'second-key': { type: 'string' },
        token: { type: 'string' },
        player: { type: 'string' },
        game: { type: 'string' },
        currency: { type: 'string', default: 'NAD' },
        end: { type: 'string' },
        block: { type: 'string' },
        sandbox: { type: 'string' },
        data: { type: 'string', default: '.data' },
        rules: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    out.complain(`${(error as Error).message}\n\n${help}`)
    return 2
  }
  const dialect = dialects[values.adapter ?? '']
  if (values.help || !values.url || !URL.canParse(values.url) || !dialect) {
    ;(values.help ? out.say : out.complain)(help)
    return values.help ? 0 : 2
  }
  const isPortal = new URL(values.url).pathname === '/'
  if (!isPortal && (!values.token || !values.game)) {
    out.complain('A wallet that is not a Dhow sandbox needs --token, --player and --game.')
    return 2
  }
  const only = values.rules?.split(',').map(Number)
  try {
    const dhow = isPortal
      ? await openDhow({
          portal: values.url,
          sandbox: values.sandbox,
          adapter: dialect.name,
          provider: values.provider,
        })
      : undefined
    const key =
      keyOf(values.key ?? env['PROVIDER_KEY']) ??
      (dhow ? sandboxKey(values.data, dialect.name, dhow.provider) : undefined)
    if (key === undefined) {
      out.complain('Give the key with --key or PROVIDER_KEY.')
      return 2
    }
    const provider = dhow?.provider ?? values.provider ?? ''
    const wallet = openWallet({ url: dhow?.url ?? values.url, dialect, key, provider, now: () => Date.now() })
    const secondKey = keyOf(values['second-key'])
    let seated: Promise<Seat> | undefined
    const open = async (token: string, seat: Seat): Promise<Seat> => {
      if (!dialect.exchanges) return { ...seat, session: token }
      const session = `kit-${token.slice(0, 24)}`
      const opened = await wallet.send(dialect.open(token, session, seat))
      if (opened.word !== 'ok') throw new Error(`The launch token opened no session: ${JSON.stringify(opened.body)}`)
      return { ...seat, player: opened.player ?? seat.player, session: opened.session ?? session }
    }
    const given = { player: values.player ?? '', session: '', currency: values.currency, game: values.game ?? '' }
    const run = (command: string | undefined) =>
      command === undefined
        ? undefined
        : ({ player, session }: Seat) => {
            const { status } = spawnSync(command, {
              shell: true,
              env: { ...env, PLAYER: player, SESSION: session },
            })
            return status === 0 ? Promise.resolve() : Promise.reject(new Error(`${command} ended with ${status}`))
          }
    const ending = (end: TestPlayers['end']): TestPlayers['end'] =>
      end &&
      (async (seat) => {
        await end(seat)
        if (dhow) seated = undefined
      })
    const players: TestPlayers = {
      // One player plays everything, until a rule takes the player out of play.
      seat: () =>
        (seated ??= dhow ? dhow.seat().then(({ token, seat }) => open(token, seat)) : open(values.token!, given)),
      end: ending(dhow?.end ?? run(values.end)),
      block: dhow || !values.end ? ending(dhow?.end ?? run(values.block)) : undefined,
      secondKey,
    }
    if (!values.json) out.say(`${dialect.name} at ${dhow?.url ?? values.url}`)
    const findings = await playRules(wallet, players, {
      only,
      // A player who was taken out of play plays no further rule.
      last: [3, 11],
      onFinding: (finding) => (values.json ? undefined : out.say(report([finding]))),
    })
    if (values.json) out.say(JSON.stringify(findings, null, 2))
    const failed = findings.filter(({ outcome }) => outcome === 'failed').length
    const kept = findings.filter(({ outcome }) => outcome === 'ok').length
    if (!values.json) out.say(`${kept} kept, ${failed} broken, ${findings.length - kept - failed} not played`)
    return failed > 0 ? 1 : 0
  } catch (error) {
    out.complain(error instanceof Error ? error.message : String(error))
    return 2
  }
}

function keyOf(given: string | undefined): string | undefined {
  return given !== undefined && existsSync(given) ? readFileSync(given, 'utf8') : given
}

function sandboxKey(folder: string, adapter: string, provider: string): string | undefined {
  const path = `${folder}/secrets.json`
  if (!existsSync(path)) return undefined
  const { sandboxKey: key } = JSON.parse(readFileSync(path, 'utf8')) as { sandboxKey?: string }
  return key !== undefined && adapter === 'hub88' ? sandboxPair(key, provider).privateKey : key
}
