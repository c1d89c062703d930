import type { Platform } from '../../../platform/platform.ts'
import { openMailer, type Mail } from '../../alarms/index.ts'

/**
 * Result of passing an e-mail to the server. `unknown_mailbox`: the address does not exist. `refused`: this e-mail, for
 * good. `later`: not now, or unknown.
 */
type Handed = 'accepted' | 'unknown_mailbox' | 'refused' | 'later'

interface Letter {
  /** Message id, the same for each try. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

export type HandOver = (letter: Letter) => Promise<Handed>

/** Opens the mail server of the settings; undefined without one. */
export function openMailServer({ config: { email, origins }, log }: Platform): HandOver | undefined {
  if (!email) return undefined
  const send = openMailer(email.url)
  const host = new URL(origins.portal).hostname
  return async ({ id, to, subject, headers, ...bodies }) => {
    const mail: Mail = {
      messageId: `<${id}@${host}>`,
      from: email.from,
      // Passed as one address only: no list, no name.
      to: { name: '', address: to },
      subject: subject.replace(/\s+/g, ' ').trim(),
      ...bodies,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    }
    try {
      await send(mail)
      return 'accepted'
    } catch (error) {
      // Without the server's words, which may contain the address.
      log.warn({ letter: id, ...faultOf(error) }, 'a mail server refused an e-mail')
      return classifyFailure(error)
    }
  }
}

/**
 * Judges a failure by the command it answers. Only an answer to RCPT concerns the mailbox, and only by its enhanced
 * code (RFC 3463): a full mailbox, or one whose server rejects ours, exists. A refused greeting, sign-in or sender is
 * our own fault.
 */
export function classifyFailure(error: unknown): Exclude<Handed, 'accepted'> {
  const { responseCode, command } = faultOf(error)
  if (typeof responseCode !== 'number' || responseCode < 500) return 'later'
  if (command === 'DATA') return 'refused'
  if (command !== 'RCPT TO') return 'later'
  const enhanced = /^5\d\d[ -]5\.(\d+\.\d+)/.exec(String(memberOf(error, 'response')))?.[1]
  return enhanced === undefined || /^(1\.\d+|2\.1)$/.test(enhanced) ? 'unknown_mailbox' : 'refused'
}

const faultOf = (error: unknown) => ({
  code: memberOf(error, 'code'),
  responseCode: memberOf(error, 'responseCode'),
  command: memberOf(error, 'command'),
})

const memberOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined
