import type { OtpType } from '@dhow/contract/accounts'
import { renderCodeText, type CodeText } from '@dhow/contract/code-texts'
import { messageLanguages, type MessageLanguage } from '@dhow/contract/message-texts'
import { sql } from 'kysely'
import type { Reserved } from '../../platform/attempts.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { CodeParts } from './parts.ts'

/** Six digits are valid for five minutes and five tries: 50 guesses a day have a chance of 0.005 %. */
export const codeRules = { lifetimeMs: 5 * 60_000, tries: 5 }

export interface CodeMessage {
  mobile: string
  type: OtpType
  /** The requesting browser or player, which alone may enter the code; null if the caller keeps no cookies. */
  boundTo: string | null
  /** Command that the code confirms, for types with one. */
  commitsTo?: string | undefined
  /** Registration that the code confirms. */
  registrationId?: string | undefined
  /** Language of the browser, for numbers whose player has chosen none. */
  language: MessageLanguage | undefined
  /** Purpose of the code, if more specific than its type. */
  purpose?: CodeText | undefined
  /** Text to send instead of a code if none may be given. The caller sees no difference. */
  existingReply?: CodeText | undefined
}

/** Sends a counted code. The same statements run with and without a code, so that the time reveals nothing. */
export async function sendCode(
  parts: CodeParts,
  tx: Tx,
  { mobile, type, boundTo, commitsTo, registrationId, language: asked, purpose, existingReply }: CodeMessage,
  { onSuccess }: Reserved,
) {
  const {
    platform: { clock, random, id, config },
    secrets,
    sms,
    portal,
  } = parts
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + codeRules.lifetimeMs)
  const code = String(random.int(1_000_000)).padStart(6, '0')
  await tx
    .updateTable('accounts.one_time_code')
    .set({ used_at: now })
    .where('mobile', '=', mobile)
    .where('type', '=', type)
    .where('bound_to', 'is not distinct from', boundTo)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('accounts.one_time_code')
    .values({
      id: id('otp'),
      mobile,
      type,
      // Random bytes: a row that no answer matches.
      code_hash: existingReply === undefined ? codeHash(secrets, mobile, type, code) : random.bytes(32),
      sent_at: now,
      expires_at: expiresAt,
      used_at: null,
      bound_to: boundTo,
      commits_to: commitsTo ?? null,
      registration_id: registrationId ?? null,
      uses: JSON.stringify(onSuccess),
    })
    .execute()
  const language = await languageOf(tx, mobile, asked)
  const given = { code, portal: portal.settings().names.portal }
  // The last line is the form that browsers recognise to fill in the code.
  const text = `${renderCodeText(purpose ?? { kind: type, params: {} }, given, language)}\n\n@${new URL(config.origins.portal).hostname} #${code}`
  await sms.queue(tx, {
    id: id('sms'),
    kind: 'code',
    mobile,
    text: existingReply ? renderCodeText(existingReply, given, language) : text,
    language,
    messageId: null,
    at: now,
    expiresAt,
  })
}

/** Language chosen by the number's player, else the browser's; one statement for numbers with and without a player. */
async function languageOf(tx: Tx, mobile: string, asked: MessageLanguage | undefined): Promise<MessageLanguage> {
  const row = await tx
    .selectFrom('accounts.player as player')
    .innerJoin('accounts.player_preference as preference', 'preference.player_id', 'player.id')
    .select(sql<string | null>`preference.chosen->>'language'`.as('language'))
    .where('player.mobile', '=', mobile)
    .executeTakeFirst()
  return messageLanguages.find((language) => language === row?.language) ?? asked ?? 'en'
}

/** Stored form of a code: a plain hash of six digits could be reversed. */
export const codeHash = (secrets: Secrets, mobile: string, type: OtpType, code: string) =>
  secrets.mac('one-time code', `${mobile}:${type}:${code}`)
