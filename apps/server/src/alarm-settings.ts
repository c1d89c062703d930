import { webhookKey } from '@dhow/platform/standard-webhook'
import type { OutsideSettings } from './service-settings.ts'

/** Receivers of alarms, from the environment. */
export interface AlarmSettings {
  webhook: { url: string; key: string | undefined } | undefined
  email: { url: string; from: string; to: string } | undefined
  /** Mail server of all e-mail alarms. */
  mail: { url: string; from: string } | undefined
  /** Interval of reminders while an alarm lasts. */
  reminderMs: number
  /** Less free space than this on the data folder's disk raises an alarm. */
  diskFreeMib: number
}

/** Reads the channels. In the sandbox its own inboxes replace missing ones. */
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
  const mailUrl = smtp ?? (isOfSandbox ? sandboxMail(settings, sandboxOrigin) : undefined)
  const mail = mailUrl === undefined ? undefined : { url: mailUrl, from }
  return {
    webhook:
      url !== undefined
        ? { url, key: optional('ALARM_WEBHOOK_KEY') }
        : isOfSandbox
          ? { url: `${sandboxOrigin}/alarms`, key: webhookKey(sandboxKey) }
          : undefined,
    email:
      mail && to !== undefined
        ? { ...mail, to }
        : mail && smtp === undefined
          ? { ...mail, to: defaultRecipient }
          : undefined,
    mail,
    reminderMs: number('ALARM_REMINDER_MINUTES') * 60_000,
    diskFreeMib: number('ALARM_DISK_FREE_MIB'),
  }
}

/** Receiver of a sandbox's alarms. */
const defaultRecipient = 'operator@dhow.example'

/** The sandbox's own mail server, if it has one. */
const sandboxMail = ({ optional }: OutsideSettings['settings'], sandboxOrigin: string) => {
  const port = optional('SANDBOX_SMTP_PORT')
  return port === undefined ? undefined : `smtp://${new URL(sandboxOrigin).hostname}:${port}`
}
