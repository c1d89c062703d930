import { allPermissions, type Permission } from './permissions.ts'

/**
 * Built-in roles of every portal: they cannot be edited or ended, and a new role may start as a copy of one. Stored as rows; a migration writes
 * changes made here.
 */

export type GivenRole = 'cashier' | 'support' | 'finance' | 'risk' | 'marketing' | 'manager' | 'admin'

interface Bundle {
  name: string
  about: string
  permissions: readonly Permission[]
}

const sees = [
  'deposits.see',
  'statements.see',
  'methods.see',
  'withdrawals.see',
  'cases.see',
  'players.see',
  'players.see_identity',
  'players.reveal',
  'players.export',
  'players.see_links',
  'messages.see',
  'messages.resend',
  'help.see',
  'help.answer',
  'rewards.see',
  'games.see',
  'liabilities.see',
  'changes.see',
  'changes.decide',
  'audit.see',
  'health.see',
  'notices.see',
] as const satisfies Permission[]

const decidesPayments = [
  'deposits.review',
  'statements.import',
  'statements.decide',
  'statements.export',
  'withdrawals.review',
  'withdrawals.send',
] as const satisfies Permission[]

const keepsPlayersSafe = [
  'players.suspend',
  'players.block_play',
  'players.issue_statement',
  'players.tag',
  'players.note_links',
  'blocklists.see',
] as const satisfies Permission[]

const leads = [
  'help.edit_answers',
  'help.decide_complaints',
  'help.export',
  'campaigns.see',
  'campaigns.make',
  'tournaments.see',
  'tournaments.manage',
  'content.see',
  'content.edit',
  'content.publish',
  'deposits.reverse',
  'methods.edit',
  'cases.settle',
  'debts.write_off',
  'players.freeze',
  'blocklists.edit',
  'players.verify_identity',
  'gifts.make',
  'bonuses.make',
  'rewards.decide',
  'games.arrange',
  'wins.decide',
  'reports.see',
  'reports.export',
  'reports.providers',
  'reports.close_statements',
  'reports.methods',
  'reports.harm',
  'reports.laundering',
  'reports.set_rules',
  'reports.review',
  'reports.tax',
  'liabilities.enter_balance',
  'messages.offer',
  'messages.cost',
  'changes.see_all',
  'settings.see',
  'staff.see',
  'staff.reset',
  'staff.break_glass',
] as const satisfies Permission[]

/** Permissions of every desk besides its own: list of operators, audit trail, notices. */
const joins = [
  'changes.see',
  'changes.decide',
  'audit.see',
  'health.see',
  'notices.see',
] as const satisfies Permission[]

const keepsAccounts = [
  'deposits.see',
  'deposits.reverse',
  'statements.see',
  'methods.see',
  'withdrawals.see',
  'cases.see',
  'cases.settle',
  'players.see',
  'players.see_identity',
  'players.export',
  'messages.see',
  'reports.see',
  'reports.export',
  'reports.providers',
  'reports.close_statements',
  'reports.methods',
  'reports.tax',
  'liabilities.see',
  'liabilities.enter_balance',
] as const satisfies Permission[]

const looksInto = [
  'deposits.see',
  'statements.see',
  'withdrawals.see',
  'cases.see',
  'players.see',
  'players.reveal',
  'players.export',
  'players.see_links',
  'players.freeze',
  'players.verify_identity',
  'blocklists.edit',
  'messages.see',
  'help.see',
  'rewards.see',
  'rewards.decide',
  'games.see',
  'wins.decide',
  'reports.see',
  'reports.harm',
  'reports.laundering',
  'reports.set_rules',
  'reports.review',
] as const satisfies Permission[]

const brings = [
  'rewards.see',
  'gifts.make',
  'bonuses.make',
  'campaigns.see',
  'campaigns.make',
  'campaigns.start',
  'tournaments.see',
  'tournaments.manage',
  'content.see',
  'content.edit',
  'content.publish',
  'games.see',
  'games.arrange',
  'messages.see',
  'messages.offer',
  'messages.cost',
  'reports.see',
  'reports.export',
] as const satisfies Permission[]

export const givenRoles: Record<GivenRole, Bundle> = {
  cashier: {
    name: 'Cashier',
    about: 'Decides deposits and withdrawals',
    permissions: [...sees, ...decidesPayments],
  },
  support: {
    name: 'Support',
    about: 'Views everything, helps and suspends players',
    permissions: [...sees, ...keepsPlayersSafe, 'content.see'],
  },
  finance: {
    name: 'Finance',
    about: 'Decides payments, holds them against banks and services, and reads the reports',
    permissions: [...keepsAccounts, ...decidesPayments, ...joins],
  },
  risk: {
    name: 'Risk',
    about: 'Looks into players with numbers masked, freezes, blocks, and decides held rewards and wins',
    permissions: [...looksInto, ...keepsPlayersSafe, ...joins],
  },
  marketing: {
    name: 'Marketing',
    about: 'Makes segments, campaigns, tournaments, gifts, bonuses and content',
    permissions: [...brings, ...joins],
  },
  manager: {
    name: 'Manager',
    about: 'Decides payments and cases, freezes wallets, sets up methods and offers',
    permissions: [...sees, ...decidesPayments, ...keepsPlayersSafe, ...leads],
  },
  admin: {
    name: 'Admin',
    about: 'All rights, including operators and settings',
    permissions: allPermissions,
  },
}
