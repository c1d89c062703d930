import type { PlayerText } from '@dhow/contract/player-texts'
import type { Operation } from '@dhow/contract/operation'
import type { UploadedFile } from '../platform/http/call.ts'
import type { Sent } from './call-operation.ts'
import type { Field } from './fields.ts'
import type { Visit } from './visit.ts'

/** Content of a submitted form. */
export interface Typed {
  /** Text of a field; empty if it was not sent. */
  text(name: string): string
  file: UploadedFile | undefined
  /** Idempotency key. */
  key: string
}

/** Page to show after success, with the code of the sentence to show there. */
export interface Success {
  to: string
  done?: PlayerText['code']
}

/** A form of a page. */
export interface Form {
  name: string
  /** Label of the button; `quiet` for a secondary button. */
  button: (visit: Visit, isSecondStep: boolean) => string
  quiet?: boolean
  /** Address of the form, if it is not its own page. */
  action?: string
  /** Whether it has a file. */
  multipart?: boolean
  /** Whether its answer opens a session; its cookies are not stored for repeats. */
  opensSession?: boolean
  /** Call of the first of two submissions: it sends a code, or checks a voucher. */
  firstStep?: (visit: Visit, typed: Typed) => Promise<string>
  /** Errors that the API does not check. */
  check?: (visit: Visit, typed: Typed) => Record<string, string> | undefined
  send: (visit: Visit, typed: Typed) => Promise<Success>
}

/** The fields of a rendered form. */
export interface FormRendering {
  fields: readonly Field[]
  /** Shown after the first step. */
  secondStep?: readonly Field[]
}

/**
 * A form as data: its operation, the input made from the typed values, and the page after success. The operation's
 * contract types all three.
 */
export function formOf<Params, Query, Body, Reply>({
  operation,
  input,
  success,
  ...rest
}: Omit<Form, 'send'> & {
  operation: Operation<Params, Query, Body, Reply> | ((visit: Visit) => Operation<Params, Query, Body, Reply>)
  input: (typed: Typed, visit: Visit) => Sent<Params, Query, Body>
  success: Success | ((reply: Reply, visit: Visit, typed: Typed) => Success)
}): Form {
  return {
    ...rest,
    async send(visit, typed) {
      const called = typeof operation === 'function' ? operation(visit) : operation
      const sent = input(typed, visit)
      const reply = await visit.call(called, called.idempotent ? { ...sent, key: typed.key } : sent)
      return typeof success === 'function' ? success(reply, visit, typed) : success
    },
  }
}
