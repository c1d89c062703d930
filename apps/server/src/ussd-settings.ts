import { webhookKey } from '@dhow/platform/standard-webhook'
import type { OutsideSettings } from './service-settings.ts'

/** Reads the key of the USSD gateway; in the sandbox its own is the default. */
export function readUssdKey({ settings: { optional, value }, mode }: OutsideSettings): string | undefined {
  const sandboxKey = mode === 'sandbox' ? value('SANDBOX_KEY') : ''
  return optional('USSD_KEY') ?? (sandboxKey === '' ? undefined : webhookKey(sandboxKey))
}
