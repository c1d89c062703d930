import type { OperatorFormTextParams } from './operator-text-params.ts'
import type { FormTextParams } from './player-text-params.ts'

type Params = FormTextParams & OperatorFormTextParams
type Given<Code extends keyof Params> = keyof Params[Code] extends never ? [] : [params: Params[Code]]

/**
 * The fault of a field as the message of its schema's check: a text of the catalogues, which the server reads back and sends.
 * @example z.string().check(z.minLength(1, fault('utr_required')))
 */
export const fault = <Code extends keyof Params>(code: Code, ...[params]: Given<Code>): string =>
  JSON.stringify({ code, params: params ?? {} })

/** The text of a schema's message; undefined for the library's own messages. */
export const readFault = (message: string): { code: string; params: Record<string, string> } | undefined =>
  message.startsWith('{') ? (JSON.parse(message) as { code: string; params: Record<string, string> }) : undefined
