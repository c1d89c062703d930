import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { HelloHandler } from './hello.ts'
import type { FromEveryPage, Hello, ToEveryPage } from './messages.ts'
import type { Playing } from './playing.ts'
import type { Seat } from './seats.ts'
import type { Page } from './sockets.ts'

/** A shared game's own part of the talk with its pages. */
export interface ReceiveParts<Table, Command, Own extends { id: string }> {
  clock: SteadyClock
  log: Log
  greet: HelloHandler
  /** The table and its feed, while this process is the writer. */
  playing: Pick<Playing<{ table: Table; feed: { snapshot(): object } }>, 'now' | 'soon'>
  /** Runs a page's command. @returns the code of its acknowledgement */
  decide(table: Table, seat: Seat, command: Command): Promise<string>
  /** The player's bets in play, as a message. */
  mine(table: Table, player: string): { t: 'mine'; bets: Own[] }
  /** Those that the database remembers. */
  recent(player: string): Promise<Own[]>
}

/** Handles messages from pages of a shared game: commands in, acknowledgements out. */
export function openReceiver<Table, Command extends { id: string }, Own extends { id: string }>(
  parts: ReceiveParts<Table, Command, Own>,
): (page: Page, message: FromEveryPage | Command) => void {
  const { clock, log, greet, decide, mine } = parts

  /** The table's state of the player's bets takes precedence over the database. */
  async function mineWithRecent(table: Table, player: string) {
    const recent = await parts.recent(player)
    const now = mine(table, player)
    const known = new Set(now.bets.map(({ id }) => id))
    return { ...now, bets: [...now.bets, ...recent.filter(({ id }) => !known.has(id))] }
  }

  async function answerCommand(page: Page, seat: Seat, command: Command): Promise<void> {
    const playing = parts.playing.now()
    if (!playing) return page.leave('standby')
    const code = await decide(playing.table, seat, command)
    page.send({ t: 'ack', id: command.id, code } satisfies ToEveryPage)
    page.send(mine(playing.table, seat.player))
  }

  async function join(page: Page, hello: Hello): Promise<void> {
    const playing = await parts.playing.soon()
    if (!playing) return page.leave('standby')
    // A page that has left meanwhile must not use up its launch token.
    if (!page.isOpen()) return
    greet(page, hello, async (seat) => {
      page.send(playing.feed.snapshot())
      page.send(await mineWithRecent(playing.table, seat.player))
    })
  }

  return (page, message) => {
    if ('id' in message) {
      if (!page.seat) return page.leave('malformed')
      // Without an acknowledgement the page sends the command again, to the process that has the table by then.
      void answerCommand(page, page.seat, message).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'a command failed'),
      )
      return
    }
    if (message.t === 'ping')
      return page.send({ t: 'pong', c: message.c, s: Math.round(clock.nowMs()) } satisfies ToEveryPage)
    if (message.t === 'hello') return void join(page, message)
    if (!page.seat) return page.leave('malformed')
    const playing = parts.playing.now()
    if (playing) page.send(playing.feed.snapshot())
  }
}

/** Fields that a bet copies from its seat. */
export const ofSeat = ({ id, walletSession, player, name, currency, demo }: Seat) => ({
  ...{ seat: id, walletSession, player, name, currency, demo },
})

/** The number of the round that a bet is in, of its id. */
export const roundNumberOf = ({ round }: { round: string }): number => Number(round.slice(round.lastIndexOf('-') + 1))
