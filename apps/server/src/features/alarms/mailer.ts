import { createTransport } from 'nodemailer'
import { leaseMs, timeoutMs } from './rules.ts'

export interface Mail {
  /** Message id, so that receivers recognise a repeat. */
  messageId: string
  from: string
  /** As a string it may be a list. */
  to: string | { name: string; address: string }
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  file?: { name: string; text: string } | undefined
}

/** A slow server times out before the lease on the notice ends. */
const totalTimeoutMs = leaseMs * 0.75

/**
 * Sends e-mails by a mail server, with time limits for silent and slow ones. @throws Error with `responseCode` if the
 * server refuses
 */
export function openMailer(url: string): (mail: Mail) => Promise<void> {
  const transport = createTransport(withTimeouts(url))
  return async ({ file, ...mail }) => {
    await transport.sendMail({
      ...mail,
      signal: AbortSignal.timeout(totalTimeoutMs),
      ...(file ? { attachments: [{ filename: file.name, content: file.text, contentType: 'text/csv' }] } : {}),
    })
  }
}

/**
 * Adds the time limits to the mail server's address as parameters, because Nodemailer takes no options beside an
 * address. Existing ones are kept.
 */
export function withTimeouts(url: string): string {
  const address = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(timeoutMs))
  return address.href
}
