import { formatDecimal } from '@dhow/contract/money'
import { ownHelpPicture } from '@dhow/contract/conversations'
import { ownProof } from '@dhow/contract/deposits'
import { apiBase } from '@dhow/contract/operation'
import type { PlayerSession } from '../../platform/http/call.ts'
import { accountReply } from '../withdrawals/index.ts'
import { entryPages, pagesOf } from './all-pages.ts'
import { closingReply } from './close-account.ts'
import { decisionReply } from './decide-identity.ts'
import type { OverviewParts } from './parts.ts'

/** Member of the file: one value, or a list that is read and written page by page. */
export type Member = () => Promise<unknown> | AsyncIterable<readonly unknown[]>

/** Data on the server that the file omits, each with the reason for its reader. */
export const leftOut = [
  {
    data: 'the bytes of pictures',
    why: 'they would make the file large; `call` of each entry of `pictures` answers one',
  },
  { data: 'the time at which an avatar was sent', why: 'it is not kept' },
  { data: 'whole numbers of payout accounts', why: 'somebody else may hold this device or this file' },
  { data: 'payout accounts that you removed', why: 'they are kept only for the payments that were made to them' },
  {
    data: 'the password, codes, and the keys of sign-ins and games',
    why: 'they open the account, and most are kept only in a form that nobody can read',
  },
  { data: 'sentences of text messages', why: 'they are deleted when sent; `messages` has the content of each notice' },
  {
    data: 'warnings, points and reasons of checks on payments and rewards, and notes and tags of operators among themselves',
    why: 'they protect against fraud and may name other players; what operators wrote to you is in `payment_steps` and `help`',
  },
  { data: 'the audit trail of operators', why: 'it records the work of operators' },
  {
    data: 'marks by which browsers are compared',
    why: 'they protect against fraud; addresses and times are in `origins`',
  },
] as const

/** Members of the file after its head, in order. */
export function listMembers(parts: OverviewParts, session: PlayerSession, mobile: string): Record<string, Member> {
  const { platform, accounts, limits, payments, withdrawals, gateway, messages, help, rewards, receipts } = parts
  const { playerId } = session
  const { kysely } = platform.db
  return {
    passkey_events: () => accounts.passkeys.events(playerId),
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
    limit_changes: () => pagesOf((page) => limits.changes(playerId, page)),
    payout_accounts: async () => (await withdrawals.payoutAccounts.list(playerId)).map(accountReply),
    deposits: () => pagesOf((page) => payments.history(playerId, page)),
    withdrawals: () => pagesOf((page) => withdrawals.reader.history(playerId, page)),
    payment_steps: () => stepsOf(parts, playerId),
    pictures: () => picturesOf(parts, playerId),
    favourites: () => parts.catalog.favourites.marked(playerId),
    game_sessions: () => pagesOf((page) => gateway.sessions.list(playerId, page)),
    rounds: () => pagesOf((page) => gateway.history(session, page)),
    entries: () => entriesOf(parts, playerId),
    bonuses: async () => (await rewards.bonuses.read(session)).bonuses,
    gifts: () => rewards.claimedBy(playerId),
    free_rounds: () => rewards.freeRounds.ofPlayer(playerId),
    referrals: () => rewards.referrals.read(session),
    reward_claims: () => rewards.ownClaims(playerId),
    refused_claims: async () =>
      (await rewards.refusedClaims(playerId)).map(({ reward, text, tries, at }) => ({ reward, text, tries, at })),
    reward_checks: () => pagesOf((page) => rewards.checks.ofPlayer(playerId, page)),
    messages: () => messagesOf(messages.inbox, playerId),
    channels: () => messages.channels(playerId),
    offer_consents: () => accounts.preferences.offerConsents(playerId),
    deliveries: () => messages.deliveryPages(playerId),
    text_messages: () => pagesOf((page) => messages.textMessages(playerId, page)),
    email_letters: () => messages.emailLetters(playerId),
    sent_codes: () => pagesOf((page) => accounts.sentCodes(mobile, page)),
    help: () => help.of(playerId),
    statements: () => receipts.statements.list(playerId),
    terms: () => parts.content.acceptedBy(playerId),
    campaigns: () => pagesOf((page) => parts.campaigns.ofPlayer(playerId, page)),
    tournaments: () => parts.tournaments.ofPlayer(playerId),
    identity: async () => (await accounts.identity.decisions(kysely, playerId)).map(decisionReply),
    closing: async () => {
      const row = await accounts.closings.find(kysely, playerId)
      return row ? closingReply(row) : null
    },
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

/** Steps of the player's payments as shown on their pages, including operators' notes to the player. */
async function* stepsOf({ payments, withdrawals }: OverviewParts, playerId: string) {
  for await (const page of pagesOf((asked) => payments.history(playerId, asked)))
    yield await payments.stepsOf(page.map(({ id }) => id))
  for await (const page of pagesOf((asked) => withdrawals.reader.history(playerId, asked)))
    yield await withdrawals.stepsOf(page.map(({ id }) => id))
}

/** The player's pictures, each with the call that returns its bytes; null until a screenshot is re-encoded. */
async function* picturesOf({ accounts, deposits, help }: OverviewParts, playerId: string) {
  const sent = await help.picturesOf(playerId)
  if (sent.length > 0)
    yield sent.map(({ id, case_id, ...picture }) => ({
      ...{ name: 'help', deposit_id: null, case_id, ...picture },
      call: `GET ${apiBase}${ownHelpPicture.path.replace(':id', id)}`,
    }))
  const avatar = await accounts.avatars.uploadedBy(playerId)
  if (avatar) {
    const { address, ...picture } = avatar
    yield [{ name: 'avatar', deposit_id: null, at: null, ...picture, call: `GET ${address}` }]
  }
  for await (const page of pagesOf((asked) => deposits.reader.history(playerId, asked)))
    yield (await deposits.proofsOf(page.map(({ id }) => id))).map(({ id, ...picture }) => ({
      name: id,
      ...picture,
      call: picture.type === null ? null : `GET ${apiBase}${ownProof.path.replace(':id', id)}`,
    }))
}
