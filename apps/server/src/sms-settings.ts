import { webhookKey } from '@dhow/platform/standard-webhook'
import type { OutsideSettings } from './service-settings.ts'

/** Text-message gateways of the environment, in the order in which the sender tries them. */
export interface SmsSettings {
  gateways: SmsGatewaySettings[]
  /** Messages of a kind that are sent concurrently. */
  atOnce: number
  timeoutMs: number
}

export interface SmsGatewaySettings {
  name: 'first' | 'second'
  url: string
  headers: Record<string, string>
  /** Key of its delivery reports, `whsec_…`; without it none are accepted. */
  reportKey: string | undefined
}

/** Reads the gateways. In the sandbox its own two are the default. */
export function readSms({ settings, mode, sandboxOrigin }: OutsideSettings): SmsSettings {
  const { optional, value, number, faults } = settings
  const sandboxKey = value('SANDBOX_KEY')
  const named = (name: SmsGatewaySettings['name'], prefix: string): SmsGatewaySettings | undefined => {
    const url = optional(`${prefix}_URL`)
    const [key, reportKey] = [optional(`${prefix}_KEY`), optional(`${prefix}_REPORT_KEY`)]
    if (url === undefined) return undefined
    return { name, url, headers: key === undefined ? {} : { 'x-sms-key': key }, reportKey }
  }
  const ofSandbox = (name: SmsGatewaySettings['name'], path: string): SmsGatewaySettings => ({
    name,
    url: sandboxOrigin + path,
    headers: { 'x-sandbox-key': sandboxKey },
    reportKey: sandboxKey === '' ? undefined : webhookKey(sandboxKey),
  })
  const gateways = [named('first', 'SMS'), named('second', 'SMS_2')].filter((gateway) => gateway !== undefined)
  if (optional('SMS_2_URL') !== undefined && optional('SMS_URL') === undefined)
    faults.push('SMS_2_URL names a second gateway; name the first one in SMS_URL.')
  return {
    gateways:
      gateways.length === 0 && mode === 'sandbox'
        ? [ofSandbox('first', '/sms'), ofSandbox('second', '/sms/second')]
        : gateways,
    atOnce: number('SMS_AT_ONCE'),
    timeoutMs: number('SMS_TIMEOUT_MS'),
  }
}
