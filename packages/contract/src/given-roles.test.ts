import { expect, it } from 'vitest'
import { givenRoles, type GivenRole } from './given-roles.ts'
import { operations } from './operations.ts'
import { allPermissions, type Permission } from './permissions.ts'

/** Roles before permissions were introduced. */
const first = ['cashier', 'support', 'manager', 'admin'] as const

/** Operations by the roles that could call them before permissions were introduced, as recorded then. */
const before: [roles: string, names: string][] = [
  [
    'cashier,support,manager,admin',
    'staffSignOut staffMe changeOwnPassword beginOwnAuthenticator confirmOwnAuthenticator staffAudit staffHealth staffChanges confirmChange dropChange staffPlayers staffPlayer staffStatement staffStatementFile staffPlayerLimits staffDeposits staffGetDeposit depositProof staffPaymentMethods staffMessages staffPaymentCases staffWithdrawals staffGetWithdrawal staffPayoutBatches staffPayoutBatch staffStatementAccounts staffStatements staffStatementLines staffStatementLine staffReconciliation staffLiabilities staffGifts staffBonusRules staffRewardChecks staffProviders staffImports staffGames staffGameCalls staffHeldWins staffHelpCases staffGetHelpCase answerHelp closeHelp resendMessage',
  ],
  [
    'manager,admin',
    'staffList askOperatorReset withdrawOperatorReset staffMoneyActions freezeWallet closeWallet staffSettings reverseDeposit switchMarket switchMethod updateMethod addDetail updateDetail switchDetail settlePaymentCase writeOffDebt setBankBalance staffReport staffReportFile staffReportWorkbook staffReportEntries staffReportRates createGift giftLiability stopGift createBonusRule bonusLiability stopBonusRule giveReward refuseReward setProviderState importGames arrangeGames payHeldWin refuseHeldWin',
  ],
  [
    'admin',
    'staffCreate setOperatorActive setOperatorRole confirmOperatorReset changeSettings forgetReceipts setReportRate setTestPlayer createProvider addProviderKey endProviderKey setProviderCeilings',
  ],
  [
    'support,manager,admin',
    'setPlayerActive endPlayerSessions blockPlay staffIssueStatement staffSignedStatements staffSignedStatementFile',
  ],
  [
    'cashier,manager,admin',
    'claimDeposit releaseDeposit approveDeposit rejectDeposit askDeposit approveWithdrawal payWithdrawal rejectWithdrawal sendWithdrawal failWithdrawal returnWithdrawal makePayoutBatch sendPayoutBatch removeHeldPayouts cancelPayoutBatch payoutBatchCsv payoutBatchPain001 importStatement matchStatementLines approveExactLines creditStatementLine assignStatementLine linkStatementLine dismissStatementLine depositBankLines reconciliationDownload',
  ],
]

const staffOperations = Object.values(operations)
  .flat()
  .filter(({ access }) => access === 'staff')
const needsOf = new Map(staffOperations.map(({ name, needs }) => [name, needs]))

it('the given roles may call exactly what they could before permissions were introduced', () => {
  const recorded = before.flatMap(([roles, names]) => names.split(' ').map((name) => `${name}: ${roles}`))
  const now = before.flatMap(([, names]) =>
    names.split(' ').map((name) => {
      const may = (role: GivenRole) => needsOf.get(name)?.every((one) => givenRoles[role].permissions.includes(one))
      return `${name}: ${first.filter(may).join()}`
    }),
  )
  expect(recorded).toHaveLength(123)
  expect(now).toEqual(recorded)
})

it.each<[GivenRole, Permission[]]>([
  ['finance', ['players.freeze', 'gifts.make', 'campaigns.start', 'content.publish', 'blocklists.edit', 'help.answer']],
  ['risk', ['players.see_identity', 'deposits.review', 'withdrawals.review', 'statements.decide', 'cases.settle']],
  ['marketing', ['players.see', 'players.reveal', 'deposits.see', 'withdrawals.see', 'statements.see', 'wins.decide']],
])('the role %s has no permissions of other roles, nor operators and settings', (role, others) => {
  const ofAdmins = ['settings.change', 'staff.manage', 'staff.reset', 'players.forget', 'reports.set_rates'] as const
  const held = givenRoles[role].permissions
  expect([...others, ...ofAdmins].filter((one) => held.includes(one))).toEqual([])
  expect(held.length).toBe(new Set(held).size)
})

it('finance may use all statements of providers, methods and taxes', () => {
  const needed = staffOperations
    .filter(({ path }) => /^\/staff\/reports\/(providers|methods|tax)\b/.test(path))
    .flatMap(({ needs = [] }) => needs)
  expect(needed).toContain('reports.close_statements')
  expect(needed.filter((permission) => !givenRoles.finance.permissions.includes(permission))).toEqual([])
})

it('every console operation names its permissions, and each permission is used', () => {
  const named = staffOperations.flatMap(({ needs = [] }) => needs)
  expect(staffOperations.filter(({ needs }) => needs === undefined).map(({ name }) => name)).toEqual([])
  expect(allPermissions.filter((permission) => !named.includes(permission))).toEqual([])
})

it('only operations about the caller’s own account, signature and shift, search and overview need none; each part of the last two needs that of its list', () => {
  const open = staffOperations.filter(({ needs }) => needs?.length === 0).map(({ path }) => path)
  expect(
    open.filter((path) => !/^\/staff\/(me|sign-out|step-ups|search|overview|reports\/shift(\.\w+)?)(\/|$)/.test(path)),
  ).toEqual([])
})
