import { keysOf } from '@dhow/contract/keys-of'
import { recordOf } from '@dhow/contract/records'
import type { SettingsReader } from '@dhow/platform/settings'
import type { Config } from './config.ts'
import { readPaymentServices, sandboxService, type PaymentServiceRow } from './payment-services.ts'

/** Inputs to configure outside services: in the sandbox its own replace those that are not set. */
export interface OutsideSettings {
  settings: SettingsReader
  mode: 'sandbox' | 'live'
  sandboxOrigin: string
}

type Services = Pick<Config, 'voucher' | 'payout' | 'aPay' | 'paymentServices' | 'bankFeedKey' | 'serviceTimeoutMs'>

/** Reads the services that move money: vouchers, payouts, payment services and the bank feed. */
export function readServices(outside: OutsideSettings): Services {
  const { settings, mode, sandboxOrigin } = outside
  const key = settings.value('SANDBOX_KEY')
  return {
    voucher: readService(outside, { url: 'VOUCHER_URL', key: 'VOUCHER_KEY' }, { url: `${sandboxOrigin}/issuer`, key }),
    payout: readService(outside, { url: 'PAYOUT_URL', key: 'PAYOUT_KEY' }, { url: `${sandboxOrigin}/bank`, key }),
    aPay: readService(
      outside,
      {
        url: 'APAY_URL',
        projectId: 'APAY_PROJECT',
        apiKey: 'APAY_API_KEY',
        accessKey: 'APAY_ACCESS_KEY',
        privateKey: 'APAY_PRIVATE_KEY',
      },
      {
        url: `${sandboxOrigin}/a-pay`,
        projectId: 'sandbox',
        apiKey: key,
        accessKey: 'sandbox',
        privateKey: key,
      },
    ),
    paymentServices: readFileOfServices(outside),
    bankFeedKey:
      settings.optional('BANK_FEED_KEY') ?? (mode === 'sandbox' ? settings.optional('SANDBOX_KEY') : undefined),
    serviceTimeoutMs: settings.number('SERVICE_TIMEOUT_MS'),
  }
}

/** A service with all settings set, or the sandbox's; undefined without any. Only some settings are a fault. */
function readService<Field extends string>(
  { settings, mode }: OutsideSettings,
  names: Record<Field, string>,
  ofSandbox: Record<Field, string>,
): Record<Field, string> | undefined {
  const read = Object.values<string>(names).map((name) => ({ name, text: settings.value(name) }))
  const missing = read.filter(({ text }) => text === '').map(({ name }) => name)
  if (missing.length === 0) return recordOf(keysOf(names), (field) => settings.value(names[field]))
  const present = read.find(({ text }) => text !== '')
  if (present)
    settings.faults.push(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing beside ${present.name}.`)
  return mode === 'sandbox' && settings.value('SANDBOX_KEY') !== '' ? ofSandbox : undefined
}

function readFileOfServices({ settings, mode, sandboxOrigin }: OutsideSettings): PaymentServiceRow[] {
  const path = settings.optional('PAYMENT_SERVICES')
  const key = settings.value('SANDBOX_KEY')
  if (path === undefined) return mode === 'sandbox' && key !== '' ? [sandboxService(sandboxOrigin, key)] : []
  const { rows, faults } = readPaymentServices(path, mode)
  settings.faults.push(...faults)
  return rows
}
