import { allPermissions, type Permission } from './permissions.ts'

/**
 * The four roles that every portal has: nobody edits or ends them, and a new role may begin as a copy of one. The database holds them as rows;
 * a migration writes what changes here.
 */

export type GivenRole = 'cashier' | 'support' | 'manager' | 'admin'

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
