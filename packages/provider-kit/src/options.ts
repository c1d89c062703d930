import { parseArgs } from 'node:util'

/** The text of `--help`. */
export const help = `npm run provider:conformance -- --url URL --adapter dhow|spribe|softswiss|hub88 [options]

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

/** The options of the command line. @throws Error for an option that does not exist */
export const readOptions = (args: string[]) =>
  parseArgs({
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
export type Options = ReturnType<typeof readOptions>
