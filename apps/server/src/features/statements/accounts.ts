import type { DetailLabelCode } from '@dhow/contract/deposit-families'
import type { Currency } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { csvMapping, type CsvMapping } from '@dhow/contract/statements'
import type { Db } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { keysOf } from '@dhow/contract/keys-of'
import { inEnglish } from '../../platform/texts.ts'
import { detailName } from '../deposits/index.ts'
import { servicesOf } from '../payments/index.ts'
import { markets } from '../portal/index.ts'
import type { AccountKind } from './tables.ts'

/** Account with statements of a bank, wallet or service. */
export interface MoneyAccount {
  account: string
  kind: AccountKind
  name: string
  market: Market
  currency: Currency
}

/** All accounts for which statements can be imported: deposit accounts, payout accounts, and services. */
export async function moneyAccounts(db: Db, config: Platform['config']): Promise<MoneyAccount[]> {
  const details = await db
    .selectFrom('deposits.payment_details')
    .select(['id', 'name', 'name_code', 'market', 'currency', 'lines'])
    .orderBy('id')
    .execute()
  return [
    ...details.map((row) => ({
      account: String(row.id),
      kind: 'bank' as const,
      name: nameOf(inEnglish(detailName(row)), row.lines),
      market: row.market,
      currency: row.currency,
    })),
    ...keysOf(markets).map((market) => ({
      account: `payouts-${markets[market].currency}`,
      kind: 'payouts' as const,
      name: `Payouts, ${markets[market].name}`,
      market,
      currency: markets[market].currency,
    })),
    ...servicesOf(config).map((service) => ({
      account: `service-${service.code}`,
      kind: 'service' as const,
      name: service.displayName,
      market: service.market,
      currency: markets[service.market].currency,
    })),
  ]
}

/** Labels of the numbers that identify an account for people. */
const numberCodes: readonly string[] = ['line_account_number', 'line_cellphone'] satisfies DetailLabelCode[]

/** The detail's name with its identifying number; an operator's own labels are searched for it. */
function nameOf(
  name: string,
  lines: { label: string; label_code?: string | null | undefined; value: string }[],
): string {
  const first = lines.find(({ label, label_code: code }) =>
    code ? numberCodes.includes(code) : /number|upi/i.test(label),
  )
  return first ? `${name} (${first.value})` : name
}

export async function findMapping(db: Db, account: string): Promise<CsvMapping | undefined> {
  const row = await db
    .selectFrom('statements.account')
    .select('mapping')
    .where('account', '=', account)
    .executeTakeFirst()
  const read = csvMapping.safeParse(row?.mapping)
  return read.success ? read.data : undefined
}
