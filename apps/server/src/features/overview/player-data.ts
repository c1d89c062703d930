import { Readable } from 'node:stream'
import { formatDecimal } from '@dhow/contract/money'
import type { PlayerSession } from '../../platform/http/call.ts'
import { entryPages, pagesOf } from './all-pages.ts'
import type { OverviewParts } from './parts.ts'

/** A file of a player's data costs many reads. */
const downloads = { name: 'player_data', windowS: 3_600, most: 5 } as const

/** Member of the file: one value, or a list that is read and written page by page. */
type Member = () => Promise<unknown> | AsyncIterable<readonly unknown[]>

/**
 * A player's account, money, play and messages as one JSON file, read and sent page by page, so that a long history takes no memory. Numbers of payout
 * accounts are masked as on the screens: whoever holds the device may not have them.
 * @throws Refusal `too_many_requests` with the seconds to wait, after five files in an hour
 */
export function openPlayerData(parts: OverviewParts) {
  return async (session: PlayerSession): Promise<Readable> => {
    await parts.attempts.reserve([{ rule: downloads, subject: session.playerId }], 'too_many_requests')
    // The first reads come before the head of the answer, so that their failures are still refusals.
    const account = await parts.accounts.held(session.playerId)
    const { player } = await parts.accounts.profile(session)
    const head = {
      format: 'dhow player data 1',
      made_at: parts.platform.clock.now().toISOString(),
      profile: player,
      ...account,
    }
    return Readable.from(jsonOf(head, membersOf(parts, session)))
  }
}

function membersOf(parts: OverviewParts, session: PlayerSession): Record<string, Member> {
  const { platform, accounts, limits, payments, withdrawals, gateway, messages, help, rewards, receipts } = parts
  const { playerId } = session
  const { kysely } = platform.db
  return {
    preferences: () => accounts.preferences.read(playerId),
    balance: async () => {
      const { cashMinor, bonusMinor, heldMinor, inPlayMinor } = (await parts.wallet.balance(kysely, playerId)) ?? none
      return {
        currency: session.currency,
        cash: formatDecimal(cashMinor),
        bonus: formatDecimal(bonusMinor),
        held: formatDecimal(heldMinor),
        in_play: formatDecimal(inPlayMinor),
      }
    },
    limits: () => limits.read(session),
    payout_accounts: () => withdrawals.payoutAccounts.list(playerId),
    deposits: () => pagesOf((page) => payments.history(playerId, page)),
    withdrawals: () => pagesOf((page) => withdrawals.reader.history(playerId, page)),
    rounds: () => pagesOf((page) => gateway.history(session, page)),
    entries: () => entriesOf(parts, playerId),
    bonuses: async () => (await rewards.bonuses.read(session)).bonuses,
    gifts: () => rewards.claimedBy(playerId),
    referrals: () => rewards.referrals.read(session),
    messages: () => messagesOf(messages.inbox, playerId),
    help: () => help.of(playerId),
    statements: () => receipts.statements.list(playerId),
  }
}

const none = { cashMinor: 0n, bonusMinor: 0n, heldMinor: 0n, inPlayMinor: 0n }

async function* messagesOf(inbox: OverviewParts['messages']['inbox'], playerId: string) {
  let cursor: string | undefined
  do {
    const page = await inbox.list(playerId, cursor)
    yield page.messages
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

async function* entriesOf(parts: OverviewParts, playerId: string) {
  for await (const page of entryPages(parts, playerId))
    yield page.map((entry) => ({
      id: `tr_${entry.id}`,
      at: entry.at.toISOString(),
      kind: entry.reason,
      account: entry.account,
      amount: formatDecimal(entry.amountMinor),
      balance_after: formatDecimal(entry.balanceAfterMinor),
    }))
}

/** The text of one JSON object, in pieces: the members of `head`, then the others in their order. */
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
