import { signWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import type { Platform } from '../../platform/platform.ts'
import { openMailer } from './mailer.ts'
import { timeoutMs } from './rules.ts'
import type { Notice, SendNotice } from './send-notices.ts'
import type { AlarmChannel } from './tables.ts'

/** Channels set in the environment: a signed webhook, an e-mail, both or none. */
export function openChannels({ config, clock }: Platform): Partial<Record<AlarmChannel, SendNotice>> {
  const { webhook, email } = config.alarms
  const names = { portal: config.origins.portal, console: config.origins.console }
  return {
    ...(webhook ? { webhook: (notice: Notice) => post(webhook, notice, names.portal, clock.now()) } : {}),
    ...(email ? { email: mailer(email, names) } : {}),
  }
}

/** Posts a notice, signed as in Standard Webhooks; its id is the notice's, so receivers recognise a repeat. */
async function post({ url, key }: { url: string; key: string | undefined }, notice: Notice, portal: string, now: Date) {
  const { id, kind, code, subject, text, opened_at, cleared_at } = notice
  const body = JSON.stringify({
    type: `alarm.${kind}`,
    timestamp: now.toISOString(),
    data: {
      portal,
      code,
      subject,
      text,
      since: opened_at.toISOString(),
      cleared_at: cleared_at?.toISOString() ?? null,
    },
  })
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : signWebhook(webhookSecret(key), id, now, body)),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`)
}

/** First words of an alarm e-mail. */
export const stepWords = { raised: 'Alarm', reminder: 'Alarm continues', cleared: 'All clear' } as const

function mailer(
  { url, from, to }: { url: string; from: string; to: string },
  { portal, console: consoleOrigin }: { portal: string; console: string },
): SendNotice {
  const send = openMailer(url)
  const host = new URL(portal).hostname
  return async ({ id, kind, code, subject, text, opened_at, cleared_at }) => {
    await send({
      messageId: `<${id}@${host}>`,
      from,
      to,
      subject: `[${host}] ${stepWords[kind]}: ${code}${subject === '' ? '' : ` ${subject}`}`,
      text: [
        text,
        '',
        `Since: ${opened_at.toISOString()}`,
        ...(cleared_at ? [`Cleared: ${cleared_at.toISOString()}`] : []),
        `Portal: ${portal}`,
        `Details: ${consoleOrigin}/health`,
      ].join('\n'),
    })
  }
}
