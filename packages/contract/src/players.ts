import * as z from './bounded.ts'
import { closing } from './closing.ts'
import { fault } from './faults.ts'
import { reason } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { emailShown, maskedField, mobileShown } from './personal-fields.ts'
import { amountReply, currency, idOf, instant, market, success } from './shapes.ts'

/** Operators' view of players and actions on them. */

export const playerRefusals = {
  statement_too_long: { status: 422, sentence: 'That is more than a file holds. Choose a shorter time.' },
  account_has_open_payments: {
    status: 409,
    sentence: 'A payment of this player is still under way. It has to end before the wallet is closed.',
  },
  player_owes: { status: 409, sentence: 'This player still owes money. It has to be paid or written off first.' },
} as const

const playerId = z.object({ id: idOf('ply') })

const playerRow = z.object({
  id: z.string(),
  player_name: z.string(),
  mobile: mobileShown,
  market,
  currency,
  chips: amountReply,
  held: amountReply,
  active: z.boolean(),
  created_at: instant,
})

const listedPlayer = z.object({ ...playerRow.shape, tags: z.array(z.string()) })

export const staffPlayers = operation({
  name: 'staffPlayers',
  method: 'GET',
  path: '/staff/players',
  access: 'staff',
  needs: ['players.see'],
  summary: 'Find players by name, mobile, deposit code or tag.',
  query: z.object({
    tag: z.optional(z.string().check(z.maxLength(24))),
    q: z.optional(z.string().check(z.maxLength(64))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ status: success, players: z.array(listedPlayer), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

/** Unfinished withdrawals; `sent` ones are at the bank or payout service and cannot be stopped. */
const openWithdrawals = z.array(z.object({ id: z.string(), amount: amountReply, state: z.string() }))

/** One movement on a player's account; positive for money in. */
const ledgerEntry = z.object({
  id: z.string(),
  at: instant,
  kind: z.string(),
  account: z.string(),
  amount: amountReply,
  balance_after: z.nullable(amountReply),
  reference: z.string(),
})

/** Actions of a player that may be stopped; only a suspension stops `sign_in`. */
export const playerActs = ['sign_in', 'deposit', 'play', 'bet', 'withdraw', 'bonus', 'referral'] as const

/** One action and all current reasons against it; an empty list means allowed. */
const playerMay = z.object({
  act: z.enum(playerActs),
  stops: z.array(
    z.object({
      code: z.enum([
        ...(['wallet_closed', 'wallet_frozen', 'player_suspended', 'on_break', 'play_blocked', 'player_owes'] as const),
        ...(['market_closed', 'tier_too_low'] as const),
        // On the blocklists; a blocked account stops only withdrawals to it, a blocked device only sign-in on it.
        ...(['number_blocked', 'device_blocked', 'payee_blocked'] as const),
        // Each stops one kind of deposits only.
        ...(['too_many_transfers', 'too_many_services'] as const),
      ]),
      /** Null without an end. */
      until: z.nullable(instant),
    }),
  ),
})

export const staffPlayer = operation({
  name: 'staffPlayer',
  method: 'GET',
  path: '/staff/players/:id',
  access: 'staff',
  needs: ['players.see'],
  summary: 'One player with the latest ledger entries, and what they can do now, each with the reasons against it.',
  params: playerId,
  reply: z.object({
    status: success,
    player: z.object({
      ...playerRow.shape,
      bonus: amountReply,
      in_play: amountReply,
      /** The player's debt, usually "0.00". */
      debt: amountReply,
      /** Open withdrawals. */
      open_withdrawals: openWithdrawals,
      /** A frozen wallet allows no withdrawals; a closed one is empty for good. */
      wallet: z.enum(['open', 'frozen', 'closed']),
      may: z.array(playerMay),
      /** Null without an address; `came_back_at`: when mail to it bounced. */
      email: z.nullable(z.object({ address: emailShown, confirmed_at: instant, came_back_at: z.nullable(instant) })),
      /** Pending or completed closing of the account. */
      closing: z.nullable(closing),
      /** Suspended by an operator, which stays when a closed account is reopened. */
      suspended: z.boolean(),
    }),
    entries: z.array(ledgerEntry),
  }),
  refusals: ['not_found'],
})

const statementQuery = z.object({
  account: z.optional(z.enum(['cash', 'bonus', 'hold', 'in_play'])),
  from: instant,
  until: instant,
})

export const staffStatement = operation({
  name: 'staffStatement',
  method: 'GET',
  path: '/staff/players/:id/statement',
  access: 'staff',
  needs: ['players.see'],
  summary:
    'Statement of one account of a player from one moment until before another: opening balance, movements with the balance after each, closing balance. At most 1,000 movements are listed; `whole` is false if there are more, and the closing balance still counts them all.',
  params: playerId,
  query: statementQuery,
  reply: z.object({
    status: success,
    currency,
    opening: amountReply,
    closing: amountReply,
    whole: z.boolean(),
    entries: z.array(ledgerEntry),
  }),
  refusals: ['not_found'],
})

export const staffStatementFile = operation({
  name: 'staffStatementFile',
  method: 'GET',
  path: '/staff/players/:id/statement.csv',
  access: 'staff',
  needs: ['players.export'],
  summary:
    'Download the same statement as CSV (RFC 4180), at most 50,000 movements. Values that a spreadsheet would read as a formula get a leading apostrophe.',
  params: playerId,
  query: statementQuery,
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: ['not_found', 'statement_too_long'],
})

export const setPlayerActive = operation({
  name: 'setPlayerActive',
  method: 'POST',
  path: '/staff/players/:id/active',
  access: 'staff',
  needs: ['players.suspend'],
  summary:
    'Suspend a player, or lift the suspension. Answers the open withdrawals. An account that its player closed stays closed; its suspension is kept beside the closing.',
  params: playerId,
  body: z.object({ active: z.boolean(), reason }),
  reply: z.object({ status: success, open_withdrawals: openWithdrawals }),
  refusals: ['not_found', 'closed_account'],
})

export const playerDevices = operation({
  name: 'playerDevices',
  method: 'GET',
  path: '/staff/players/:id/devices',
  access: 'staff',
  needs: ['players.see'],
  summary:
    'Devices on which a player signed in, last used first, at most 50: times, number of open sessions, and whether it is blocked. Each is named by its last session, by which it can be blocked.',
  params: playerId,
  reply: z.object({
    status: success,
    devices: z.array(
      z.object({
        session_id: z.string(),
        label: z.string(),
        first_seen: instant,
        last_seen: instant,
        open_sessions: z.number(),
        blocked: z.nullable(z.object({ until: z.nullable(instant) })),
      }),
    ),
  }),
  refusals: ['not_found'],
})

export const endPlayerSessions = operation({
  name: 'endPlayerSessions',
  method: 'POST',
  path: '/staff/players/:id/end-sessions',
  access: 'staff',
  needs: ['players.suspend'],
  summary: 'Sign a player out everywhere at once. They can sign in again.',
  params: playerId,
  body: z.object({ reason }),
  reply: z.object({ status: success, ended: z.number() }),
  refusals: ['not_found'],
})

export const revealPlayer = operation({
  name: 'revealPlayer',
  method: 'POST',
  path: '/staff/players/:id/reveal',
  access: 'staff',
  needs: ['players.reveal'],
  summary:
    'Show one masked field in full: the player’s mobile number, e-mail address, or the account of one of their withdrawals. The audit trail records who looked, and why.',
  params: playerId,
  body: z.object({
    field: z.enum(['mobile', 'email', 'pay_to']),
    withdrawal_id: z.optional(idOf('wd')),
    reason,
  }),
  reply: z.object({
    status: success,
    values: z.array(z.object({ field: maskedField, value: z.string() })),
  }),
  refusals: ['not_found'],
})

export const freezeWallet = operation({
  name: 'freezeWallet',
  method: 'POST',
  path: '/staff/players/:id/freeze',
  access: 'staff',
  needs: ['players.freeze'],
  summary: 'Freeze a player’s wallet, or unfreeze it. Credits and open rounds continue.',
  params: playerId,
  body: z.object({ frozen: z.boolean(), reason }),
  reply: z.object({ status: success, open_withdrawals: openWithdrawals }),
  refusals: ['not_found', 'account_missing', 'account_closed'],
})

export const closeWallet = operation({
  name: 'closeWallet',
  method: 'POST',
  path: '/staff/players/:id/close',
  access: 'staff',
  needs: ['players.freeze'],
  summary: 'Close a player’s empty wallet for good. Needs the confirmation `CLOSE`.',
  params: playerId,
  body: z.object({ confirm: z.literal('CLOSE', fault('close_confirm')), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found', 'account_missing', 'account_not_empty', 'account_has_open_payments', 'player_owes'],
})

export const playerOperations = [
  staffPlayers,
  staffPlayer,
  staffStatement,
  staffStatementFile,
  playerDevices,
  setPlayerActive,
  endPlayerSessions,
  revealPlayer,
  freezeWallet,
  closeWallet,
]
