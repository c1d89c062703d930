import { webhookKey } from '@dhow/platform/standard-webhook'
import type { OutsideSettings } from './service-settings.ts'

/** Receivers of alarms, from the environment. */
export interface AlarmSettings {
  webhook: { url: string; key: string | undefined } | undefined
  email: { url: string; from: string; to: string } | undefined
  /** How long an alarm lasts between two reminders. */
  reminderMs: number
  /** Less than this on the disk of the data folder raises an alarm. */
  diskFreeMib: number
}

/** Reads the channels. In the sandbox its own inboxes stand in for what is not named. */
export function readAlarms({ settings, mode, sandboxOrigin }: OutsideSettings): AlarmSettings {
  const { optional, value, number, faults } = settings
  const sandboxKey = mode === 'sandbox' ? value('SANDBOX_KEY') : ''
  const url = optional('ALARM_WEBHOOK_URL')
  const [to, smtp] = [optional('ALARM_EMAIL_TO'), optional('SMTP_URL')]
  const from = value('ALARM_EMAIL_FROM')
  if (to !== undefined && smtp === undefined) faults.push('SMTP_URL is missing beside ALARM_EMAIL_TO.')
  if (smtp !== undefined && !/^smtps?:$/.test(URL.canParse(smtp) ? new URL(smtp).protocol : ''))
    faults.push('SMTP_URL has to begin with smtp:// or smtps://.')
  const isOfSandbox = sandboxKey !== ''
  return {
    webhook:
      url !== undefined
        ? { url, key: optional('ALARM_WEBHOOK_KEY') }
        : isOfSandbox
          ? { url: `${sandboxOrigin}/alarms`, key: webhookKey(sandboxKey) }
          : undefined,
    email:
      to !== undefined && smtp !== undefined
        ? { url: smtp, from, to }
        : isOfSandbox && smtp === undefined && optional('SANDBOX_SMTP_PORT') !== undefined
          ? {
              url: `smtp://${new URL(sandboxOrigin).hostname}:${value('SANDBOX_SMTP_PORT')}`,
              from,
              to: 'operator@dhow.example',
            }
          : undefined,
    reminderMs: number('ALARM_REMINDER_MINUTES') * 60_000,
    diskFreeMib: number('ALARM_DISK_FREE_MIB'),
  }
}
