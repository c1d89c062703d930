import { spawnSync } from 'node:child_process'
import type { TestPlayers } from './conformance.ts'
import type { Dialect, Seat } from './dialect.ts'
import type { Dhow } from './dhow.ts'
import { keyOf } from './keys.ts'
import type { Options } from './options.ts'
import type { Wallet } from './wallet.ts'

export interface PlayerParts {
  options: Options
  env: Record<string, string | undefined>
  dialect: Dialect
  wallet: Wallet
  /** A sandbox, which registers players. */
  dhow: Dhow | undefined
}

/** Players of a run: one plays all rules until a rule blocks them. */
export function openTestPlayers({ options, env, dialect, wallet, dhow }: PlayerParts): TestPlayers {
  let current: Promise<Seat> | undefined

  async function open(token: string, seat: Seat): Promise<Seat> {
    if (!dialect.exchanges) return { ...seat, session: token }
    const session = `kit-${token.slice(0, 24)}`
    const opened = await wallet.send(dialect.open(token, session, seat))
    if (opened.word !== 'ok') throw new Error(`The launch token opened no session: ${JSON.stringify(opened.body)}`)
    return { ...seat, player: opened.player ?? seat.player, session: opened.session ?? session }
  }

  async function seat(): Promise<Seat> {
    if (dhow) {
      const made = await dhow.seat()
      return open(made.token, made.seat)
    }
    const { token = '', player = '', game = '', currency } = options
    return open(token, { player, session: '', currency, game })
  }

  /** Runs a command from the options for a player. */
  const run = (command: string | undefined): TestPlayers['end'] =>
    command === undefined
      ? undefined
      : async ({ player, session }) => {
          const { status } = spawnSync(command, { shell: true, env: { ...env, PLAYER: player, SESSION: session } })
          if (status !== 0) throw new Error(`${command} ended with ${status}`)
        }

  /** Lets the next rule get another player from a sandbox. */
  const ending = (end: TestPlayers['end']): TestPlayers['end'] =>
    end &&
    (async (player) => {
      await end(player)
      if (dhow) current = undefined
    })

  return {
    seat: () => (current ??= seat()),
    end: ending(dhow?.end ?? run(options.end)),
    block: dhow || !options.end ? ending(dhow?.end ?? run(options.block)) : undefined,
    secondKey: keyOf(options['second-key']),
  }
}
