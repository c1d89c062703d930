import { keysOf } from './keys-of.ts'

/**
 * All permissions, one row each: verb, sentence, and group in the console. Every console operation names the permissions that it needs; a role is a
 * bundle of them.
 */

export const permissionGroups = {
  money_in: 'Money in',
  money_out: 'Money out',
  players: 'Players',
  rewards: 'Rewards',
  games: 'Games',
  content: 'Content',
  business: 'Business',
  administration: 'Administration',
} as const

interface PermissionRow {
  group: keyof typeof permissionGroups
  sentence: string
  /** It raises, frees or moves out money, or loosens who may, so granting it needs a second person. */
  overMoney?: true
  /** Read-only, so allowed for read-only accounts. */
  reads?: true
}

export const permissions = {
  'deposits.see': { group: 'money_in', sentence: 'See deposits and their screenshots.', reads: true },
  'deposits.review': {
    group: 'money_in',
    sentence: 'Claim, approve and reject deposits, and ask the player about them.',
    overMoney: true,
  },
  'deposits.reverse': { group: 'money_in', sentence: 'Reverse a credited deposit.', overMoney: true },
  'statements.see': {
    group: 'money_in',
    sentence: 'See bank statements, their lines and the reconciliation.',
    reads: true,
  },
  'statements.import': { group: 'money_in', sentence: 'Import bank statements.', overMoney: true },
  'statements.decide': {
    group: 'money_in',
    sentence: 'Match bank lines to payments, assign them to players and dismiss them.',
    overMoney: true,
  },
  'statements.export': { group: 'money_in', sentence: 'Download the reconciliation.', reads: true },
  'methods.see': { group: 'money_in', sentence: 'See the payment methods and what players pay to.', reads: true },
  'methods.edit': {
    group: 'money_in',
    sentence: 'Switch payment methods and markets, and change what players pay to.',
    overMoney: true,
  },
  'withdrawals.see': { group: 'money_out', sentence: 'See withdrawals and payout batches.', reads: true },
  'withdrawals.review': { group: 'money_out', sentence: 'Approve and reject withdrawals.', overMoney: true },
  'withdrawals.send': {
    group: 'money_out',
    sentence: 'Send withdrawals, make payout batches and their files, and say which were paid.',
    overMoney: true,
  },
  'cases.see': { group: 'money_out', sentence: 'See payment cases.', reads: true },
  'cases.settle': { group: 'money_out', sentence: 'Credit or refuse payment cases.', overMoney: true },
  'debts.write_off': { group: 'money_out', sentence: 'Write off a player’s debt.', overMoney: true },
  'players.see': { group: 'players', sentence: 'See players, their movements and their limits.', reads: true },
  'players.see_identity': { group: 'players', sentence: 'See mobile numbers and payout accounts in full.' },
  'players.reveal': {
    group: 'players',
    sentence: 'Look at one masked number or account, with a reason for the trail.',
  },
  'players.export': { group: 'players', sentence: 'Download a player’s movements.', reads: true },
  'players.verify_identity': {
    group: 'players',
    sentence: 'Verify the identity of players, refuse it and revoke it.',
    overMoney: true,
  },
  'players.suspend': { group: 'players', sentence: 'Suspend players and end their sessions.' },
  'players.tag': { group: 'players', sentence: 'Add and remove tags of players.' },
  'players.see_links': {
    group: 'players',
    sentence: 'See with which other players a player shares a device, an account or a name.',
    reads: true,
  },
  'players.note_links': { group: 'players', sentence: 'Note that linked players are known or the same person.' },
  'blocklists.see': { group: 'players', sentence: 'See blocked numbers, accounts, payers and devices.', reads: true },
  'blocklists.edit': {
    group: 'players',
    sentence: 'Block numbers, accounts, payers and devices, and end a block.',
    overMoney: true,
  },
  'players.block_play': { group: 'players', sentence: 'Block a player from playing, and end the block.' },
  'players.issue_statement': { group: 'players', sentence: 'Issue and download signed statements of a player.' },
  'players.freeze': { group: 'players', sentence: 'Freeze, release and close wallets.', overMoney: true },
  'players.mark_test': { group: 'players', sentence: 'Mark players as test players, which no report counts.' },
  'players.forget': { group: 'players', sentence: 'Forget a player’s receipts for good.' },
  'messages.see': { group: 'players', sentence: 'See the messages that were sent to players.', reads: true },
  'messages.resend': { group: 'players', sentence: 'Send a message to a player again.' },
  'messages.offer': { group: 'players', sentence: 'Send offers to players who agreed to them.' },
  'messages.cost': { group: 'players', sentence: 'See what messages to players cost.', reads: true },
  'help.see': { group: 'players', sentence: 'See the questions of players.', reads: true },
  'help.answer': { group: 'players', sentence: 'Answer, assign, link and close questions of players.' },
  'help.edit_answers': { group: 'players', sentence: 'Add, change and remove ready answers.' },
  'help.decide_complaints': { group: 'players', sentence: 'Decide complaints of players.' },
  'help.export': {
    group: 'players',
    sentence: 'Download conversations, and complaints for the regulator.',
    reads: true,
  },
  'rewards.see': { group: 'rewards', sentence: 'See gift envelopes, bonuses and reward checks.', reads: true },
  'gifts.make': { group: 'rewards', sentence: 'Make and stop gift envelopes.', overMoney: true },
  'bonuses.make': { group: 'rewards', sentence: 'Make and stop bonuses.', overMoney: true },
  'rewards.decide': { group: 'rewards', sentence: 'Give or refuse rewards that wait for a check.', overMoney: true },
  'campaigns.see': { group: 'rewards', sentence: 'See segments and campaigns, and whom they match.', reads: true },
  'campaigns.make': { group: 'rewards', sentence: 'Write segments and campaigns, and pause and end them.' },
  'campaigns.start': { group: 'rewards', sentence: 'Let campaigns go live within their budgets.', overMoney: true },
  'tournaments.see': { group: 'rewards', sentence: 'See tournaments and their rankings.', reads: true },
  'tournaments.manage': {
    group: 'rewards',
    sentence: 'Write, start, pause, cancel and end tournaments within their budgets.',
    overMoney: true,
  },
  'games.see': { group: 'games', sentence: 'See games, providers, their calls and held wins.', reads: true },
  'games.arrange': { group: 'games', sentence: 'Import and arrange games, and switch providers on and off.' },
  'wins.decide': { group: 'games', sentence: 'Pay or refuse held wins.', overMoney: true },
  'providers.manage': {
    group: 'games',
    sentence: 'Add providers and their keys, and set their ceilings.',
    overMoney: true,
  },
  'reports.see': { group: 'business', sentence: 'See the reports and their entries.', reads: true },
  'reports.export': { group: 'business', sentence: 'Download the reports.', reads: true },
  'reports.providers': {
    group: 'business',
    sentence: 'See the statements of game providers, and compare them with theirs.',
    reads: true,
  },
  'reports.close_statements': {
    group: 'business',
    sentence: 'Close the statements of game providers, which gives them their numbers.',
  },
  'reports.methods': { group: 'business', sentence: 'See the statements of payment methods.', reads: true },
  'reports.harm': { group: 'business', sentence: 'See which players have markers of gambling harm.', reads: true },
  'reports.laundering': {
    group: 'business',
    sentence: 'See which players have signs of money laundering.',
    reads: true,
  },
  'reports.set_rules': {
    group: 'business',
    sentence: 'Change the rules of the markers of harm and the signs of money laundering.',
  },
  'reports.review': {
    group: 'business',
    sentence: 'Note reviews of players with markers of harm or signs of money laundering.',
  },
  'reports.tax': { group: 'business', sentence: 'See the taxes of the markets.', reads: true },
  'content.see': {
    group: 'content',
    sentence: 'See the pages, notices, banners and lobby rows, and preview them.',
    reads: true,
  },
  'content.edit': { group: 'content', sentence: 'Write drafts of pages, notices, banners and lobby rows.' },
  'content.publish': { group: 'content', sentence: 'Publish and end content; terms need a second person.' },
  'reports.set_rates': { group: 'business', sentence: 'Set the exchange rates of the reports.' },
  'liabilities.see': { group: 'business', sentence: 'See what is owed to players.', reads: true },
  'liabilities.enter_balance': { group: 'business', sentence: 'Enter the bank’s balance of a day.' },
  'changes.see': {
    group: 'administration',
    sentence: 'See the changes that wait and that the role may decide.',
    reads: true,
  },
  'changes.see_all': {
    group: 'administration',
    sentence: 'See every change that waits, and every money action of the day.',
    reads: true,
  },
  'changes.decide': {
    group: 'administration',
    sentence: 'Confirm or cancel changes of others, each with the permission for its kind.',
  },
  'settings.see': { group: 'administration', sentence: 'See the portal’s settings.', reads: true },
  'settings.change': { group: 'administration', sentence: 'Change the portal’s settings.', overMoney: true },
  'staff.see': { group: 'administration', sentence: 'See the operators and their roles.', reads: true },
  'staff.manage': {
    group: 'administration',
    sentence: 'Add and deactivate operators, give them roles, and edit roles.',
    overMoney: true,
  },
  'staff.reset': {
    group: 'administration',
    sentence: 'Ask for a new password and authenticator for an operator.',
    overMoney: true,
  },
  'staff.break_glass': {
    group: 'administration',
    sentence: 'Take a role for half an hour in an emergency, with an alarm and a review.',
    overMoney: true,
  },
  'notices.see': { group: 'administration', sentence: 'See the notices to staff.', reads: true },
  'notices.manage': {
    group: 'administration',
    sentence: 'Edit the rules and channels of notices to staff, and see what was sent to them.',
  },
  'audit.see': { group: 'administration', sentence: 'See the audit trail.', reads: true },
  'health.see': { group: 'administration', sentence: 'See the health of the portal and its books.', reads: true },
} as const satisfies Record<string, PermissionRow>

export type Permission = keyof typeof permissions
export const allPermissions = keysOf(permissions)

const names: ReadonlySet<string> = new Set(allPermissions)
const isPermission = (name: string): name is Permission => names.has(name)

/** Permissions of a list that are known to this version. */
export const knownPermissions = (list: readonly string[]): Permission[] => list.filter(isPermission)

const rows: Record<Permission, PermissionRow> = permissions
/** Whether granting it needs a second person. */
export const isOverMoney = (permission: Permission) => rows[permission].overMoney === true
/** Whether it is read-only. Unmasked personal fields are not: read-only accounts get them masked. */
export const isReading = (permission: Permission) => rows[permission].reads === true
