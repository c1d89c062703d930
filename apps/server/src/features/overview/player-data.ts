import { Readable } from 'node:stream'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { OverviewParts } from './parts.ts'
import { leftOut, listMembers, type Member } from './player-data-members.ts'

/** An export costs many reads. */
const downloads = { name: 'player_data', windowS: 3_600, most: 5 } as const

/**
 * A player's account, money, play and messages as one JSON file, read and sent page by page, so that a long history
 * needs no memory. The file lists what it omits.
 * @throws Refusal `too_many_requests` with the seconds to wait, after five files in an hour
 */
export function openPlayerData(parts: OverviewParts) {
  return async (session: PlayerSession): Promise<Readable> => {
    await parts.attempts.reserve([{ rule: downloads, subject: session.playerId }], 'too_many_requests')
    // Read first, so that errors can still be answered as refusals.
    const account = await parts.accounts.held(session.playerId)
    const { player } = await parts.accounts.profile(session)
    const head = {
      format: 'dhow player data 1',
      made_at: parts.platform.clock.now().toISOString(),
      left_out: leftOut,
      profile: player,
      ...account,
    }
    return Readable.from(jsonOf(head, listMembers(parts, session, account.account.mobile)))
  }
}

/** Text of one JSON object in pieces: the members of `head`, then the others in order. */
async function* jsonOf(head: object, members: Record<string, Member>): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, read] of Object.entries(members)) {
    yield `,\n${JSON.stringify(name)}:`
    const value = read()
    if (value instanceof Promise) yield JSON.stringify((await value) ?? null)
    else yield* listOf(value)
  }
  yield '}\n'
}

async function* listOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const rows of pages)
    for (const row of rows) {
      yield `${separator}\n${JSON.stringify(row)}`
      separator = ','
    }
  yield separator === '[' ? '[]' : ']'
}
