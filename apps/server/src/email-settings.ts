import { webhookKey } from '@dhow/platform/standard-webhook'
import type { OutsideSettings } from './service-settings.ts'

/** The mail server and sender of e-mails to players. */
export interface EmailSettings {
  url: string
  from: string
  /** Key of the mail service's reports, `whsec_…`; without it none are accepted. */
  reportKey: string | undefined
}

/** One address, alone or in angle brackets after a name; no line break and no second address. */
const sender = /^(?:[^\s@<>,;"]+@[^\s@<>,;"]+|[^@<>,;"\r\n]+ <[^\s@<>,;"]+@[^\s@<>,;"]+>)$/

/**
 * Reads how players get e-mails. In the sandbox its own mail server is the default; in live mode TLS is required unless
 * the URL says otherwise.
 */
export function readEmailSettings(
  { settings: { optional, value, faults }, mode }: OutsideSettings,
  mail: { url: string } | undefined,
): EmailSettings | undefined {
  const sandboxKey = mode === 'sandbox' ? value('SANDBOX_KEY') : ''
  const from = optional('EMAIL_FROM') ?? (sandboxKey === '' ? undefined : 'Dhow <messages@dhow.example>')
  if (from !== undefined && !sender.test(from))
    faults.push('EMAIL_FROM has to be one address, such as Dhow <messages@example.com>.')
  if (mode === 'live' && from !== undefined && !mail) faults.push('SMTP_URL is missing beside EMAIL_FROM.')
  if (!mail || from === undefined) return undefined
  const reportKey = optional('EMAIL_REPORT_KEY') ?? (sandboxKey === '' ? undefined : webhookKey(sandboxKey))
  return { url: mode === 'live' ? withTls(mail.url) : mail.url, from, reportKey }
}

/**
 * Requires TLS, so that names and amounts are never sent in the clear to a server that does not offer it, or through
 * somebody who removed the offer.
 */
function withTls(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  if (address.protocol === 'smtp:' && !address.searchParams.has('requireTLS'))
    address.searchParams.set('requireTLS', 'true')
  return address.href
}
