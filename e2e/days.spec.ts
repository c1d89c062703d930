import { test, type Browser } from '@playwright/test'
import { openStaffPage, checkAccess, type StaffPage } from './days/staff-page.ts'
import { runFinanceDay } from './days/finance.ts'
import { runMarketingDay } from './days/marketing.ts'
import { runOwnerDay } from './days/owner.ts'
import { runRiskDay } from './days/risk.ts'
import { runSupportDay } from './days/support.ts'
import { openDhow, type Dhow } from './processes.ts'

/** A working day of each role over one demo world. No role depends on the work of another, so each can run alone. */

let dhow: Dhow
test.beforeAll(async () => {
  // Seeding the world takes as long as a journey.
  test.setTimeout(600_000)
  dhow = await openDhow({ demo: { players: 3, days: 5 } })
})
test.afterAll(() => dhow?.close())

/** Screens that several roles cannot open. */
const admins = ['Settings', 'Operators', 'Roles']
const games = ['Games', 'Providers', 'Held wins', 'Game calls']
const campaigns = ['Campaigns', 'Tournaments']

/** Signs in an operator of a role, works through the day, and tries the screens that the role cannot open. */
async function day(
  browser: Browser,
  { who, shut, does }: { who: string; shut: readonly string[]; does: (staff: StaffPage) => Promise<void> },
) {
  const staff = await openStaffPage(browser, dhow, who, 1280)
  await staff.look('overview')
  await does(staff)
  await checkAccess(staff, shut)
  await staff.close()
}

test('owner, on a phone: reads the overview, follows a figure to its entries, and raises a limit with a second operator', async ({
  browser,
}) => {
  const staff = await openStaffPage(browser, dhow, 'admin', 360)
  const deputy = await openStaffPage(browser, dhow, 'deputy', 1280)
  await runOwnerDay(staff, deputy)
  await checkAccess(staff, [])
  for (const one of [staff, deputy]) await one.close()
})

test('finance: decides deposits by keyboard, links a bank line, pays out, and compares statements with the ledger', async ({
  browser,
}) => {
  const shut = [
    'Gifts',
    'Free rounds',
    'Bonuses',
    ...campaigns,
    'Reward checks',
    'Blocklists',
    ...games,
    'Pages and banners',
    ...admins,
  ]
  await day(browser, { who: 'finance', shut, does: runFinanceDay })
})

test('risk: reviews linked players, unmasks with a reason, freezes, decides a case and blocks a number', async ({
  browser,
}) => {
  const shut = [...campaigns, 'Pages and banners', 'Methods', ...admins]
  await day(browser, { who: 'risk', shut, does: runRiskDay })
})

test('support: finds a misspelt player, answers from a template, resends a message, and cannot decide deposits', async ({
  browser,
}) => {
  await day(browser, { who: 'support', shut: [...campaigns, 'Reports', ...admins], does: runSupportDay })
})

test('marketing: builds a segment, sends a campaign within its budget, publishes a banner and starts a tournament', async ({
  browser,
}) => {
  const money = ['Deposits', 'Withdrawals', 'Cases', 'Statements', 'Payouts', 'Reconciliation', 'Methods']
  const shut = [...money, 'Players', 'Blocklists', ...admins]
  await day(browser, { who: 'marketing', shut, does: runMarketingDay })
})
