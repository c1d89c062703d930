import type { OperatorFormTextParams } from './operator-text-params.ts'
import type { FormTextParams } from './player-text-params.ts'

type Params = FormTextParams & OperatorFormTextParams
type Given<Code extends keyof Params> = keyof Params[Code] extends never ? [] : [params: Params[Code]]

/**
 * Error message for a schema's check: an encoded text of the catalogues, which the server decodes and sends.
 * @example z.string().check(z.minLength(1, fault('utr_required')))
 */
export const fault = <Code extends keyof Params>(code: Code, ...[params]: Given<Code>): string =>
  JSON.stringify({ code, params: params ?? {} })

/** Decodes a schema's message; undefined for the library's own messages. */
export const readFault = (message: string): { code: string; params: Record<string, string> } | undefined =>
  message.startsWith('{') ? (JSON.parse(message) as { code: string; params: Record<string, string> }) : undefined
