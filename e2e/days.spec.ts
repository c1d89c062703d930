import { test, type Browser } from '@playwright/test'
import { openDesk, seesAllBut, type Desk } from './days/desk.ts'
import { dayOfFinance } from './days/finance.ts'
import { dayOfMarketing } from './days/marketing.ts'
import { dayOfOwner } from './days/owner.ts'
import { dayOfRisk } from './days/risk.ts'
import { dayOfSupport } from './days/support.ts'
import { openDhow, type Dhow } from './processes.ts'

/**
 * A day of each role, from the overview on, over one demo world: nothing that one of them does is needed by another, so that each can run alone.
 */

let dhow: Dhow
test.beforeAll(async () => {
  // Making the world takes as long as a journey.
  test.setTimeout(600_000)
  dhow = await openDhow({ demo: { players: 3, days: 5 } })
})
test.afterAll(() => dhow?.close())

/** Screens that are shut to several roles. */
const admins = ['Settings', 'Operators', 'Roles']
const games = ['Games', 'Providers', 'Held wins', 'Game calls']
const campaigns = ['Campaigns', 'Tournaments']

/** Signs a role's operator in, works through the day, and tries the screens that are shut to the role. */
async function day(
  browser: Browser,
  { who, shut, does }: { who: string; shut: readonly string[]; does: (desk: Desk) => Promise<void> },
) {
  const desk = await openDesk(browser, dhow, who, 1280)
  await desk.look('overview')
  await does(desk)
  await seesAllBut(desk, shut)
  await desk.close()
}

test('owner, on a phone: reads the day, follows a figure to its entries, and raises a limit with a second person', async ({
  browser,
}) => {
  const desk = await openDesk(browser, dhow, 'admin', 360)
  const deputy = await openDesk(browser, dhow, 'deputy', 1280)
  await dayOfOwner(desk, deputy)
  await seesAllBut(desk, [])
  for (const one of [desk, deputy]) await one.close()
})

test('finance: decides deposits by keys, links a bank line, pays out, and holds statements against the ledger', async ({
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
  await day(browser, { who: 'finance', shut, does: dayOfFinance })
})

test('risk: looks into linked players, unmasks with a reason, freezes, decides a case and blocks a number', async ({
  browser,
}) => {
  const shut = [...campaigns, 'Pages and banners', 'Methods', ...admins]
  await day(browser, { who: 'risk', shut, does: dayOfRisk })
})

test('support: finds a misspelt player, answers from a ready answer, sends a message again, and decides no money', async ({
  browser,
}) => {
  await day(browser, { who: 'support', shut: [...campaigns, 'Reports', ...admins], does: dayOfSupport })
})

test('marketing: builds a segment, sends a campaign within its budget, publishes a banner and starts a tournament', async ({
  browser,
}) => {
  const money = ['Deposits', 'Withdrawals', 'Cases', 'Statements', 'Payouts', 'Reconciliation', 'Methods']
  const shut = [...money, 'Players', 'Blocklists', ...admins]
  await day(browser, { who: 'marketing', shut, does: dayOfMarketing })
})
