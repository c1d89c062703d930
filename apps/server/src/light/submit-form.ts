import { textOf } from '@dhow/contract/player-texts'
import type { ErrorReply } from '@dhow/contract/shapes'
import { answerOnce } from '../platform/http/answer-once.ts'
import type { UploadedFile } from '../platform/http/call.ts'
import type { Platform } from '../platform/platform.ts'
import { Refusal } from '../platform/refusal.ts'
import { tokenHash } from '../platform/secrets.ts'
import { refusedBy } from './refused-by.ts'
import { lightPath } from './cookies.ts'
import type { FormKeys } from './form-keys.ts'
import type { Form, Typed } from './forms.ts'
import type { OpenVisit } from './open-visit.ts'
import type { Reader } from './reader.ts'
import type { Failure } from './visit.ts'

export interface SubmitParts {
  platform: Platform
  formKeys: FormKeys
}

interface Submitted {
  fields: Record<string, string>
  file: UploadedFile | undefined
}

/** Handles a submitted form once; returns the redirect, or the errors. */
export async function submitForm(
  { platform, formKeys }: SubmitParts,
  visit: OpenVisit,
  forms: readonly Form[],
  { fields, file }: Submitted,
): Promise<Failure | { to: string }> {
  const form = forms.find(({ name }) => name === fields['form'])
  if (!form) throw new Refusal('not_found')
  const key = formKeys.read(fields['key'] ?? '', visit.caller)
  const failed = failureOf(form, fields)
  if (key === undefined) return failed({ status: 403, sentences: [visit.reader.words.formExpired] }, { key: undefined })
  const typed: Typed = { text: (name) => fields[name] ?? '', file, key }
  const wrong = form.check?.(visit, typed)
  if (wrong) return failed({ status: 422, fields: mapped(wrong, (one) => [one]) })
  try {
    if (form.firstStep && fields['step'] !== '2') {
      const sentence = await form.firstStep(visit, typed)
      return failed({ status: 200, sentences: [sentence] }, { step: '2' })
    }
    const send = async () => {
      const { to, done } = await form.send(visit, typed)
      return `${lightPath}${to}${done === undefined ? '' : `${to.includes('?') ? '&' : '?'}done=${done}`}`
    }
    if (form.opensSession) return { to: await send() }
    const { form: _form, key: _key, ...content } = fields
    const owner = tokenHash(visit.caller.token ?? visit.caller.device ?? '').toString('base64url')
    const sent = {
      ...content,
      image: file === undefined ? '' : tokenHash(file.bytes.toString('base64')).toString('hex'),
    }
    return { to: await answerOnce(platform.db, { form: form.name, owner, key, typed: sent }, send) }
  } catch (error) {
    const refused = refusedBy(error)
    if (!refused || (refused.status_code === 401 && !form.opensSession)) throw error
    return failed(sentencesOf(refused, visit.reader))
  }
}

const failureOf =
  (form: Form, fields: Record<string, string>) =>
  (what: Partial<Failure> & { status: number }, change: Record<string, string | undefined> = {}): Failure => {
    const typed = Object.entries({ ...fields, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    return { form: form.name, typed: Object.fromEntries(typed), sentences: [], fields: {}, ...what }
  }

/** Sentences of a refusal in the reader's language: those of fields, and the one above the form if no field has it. */
function sentencesOf({ text, also = [], texts = {}, status_code: status, data }: ErrorReply, reader: Reader) {
  const fields = mapped(texts, (list) => list.map(reader.sentence))
  const beside = new Set(Object.values(fields).flat())
  const sentences = [text ?? textOf('internal', {}), ...also].map(reader.sentence).filter((one) => !beside.has(one))
  const waitS = data?.['retry_after_s']
  return { status, fields, sentences, retryAfterS: typeof waitS === 'number' ? waitS : undefined }
}

const mapped = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
