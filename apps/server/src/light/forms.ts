import type { PlayerText } from '@dhow/contract/player-texts'
import type { Operation } from '@dhow/contract/operation'
import type { UploadedFile } from '../platform/http/call.ts'
import type { Sent } from './call-operation.ts'
import type { Field } from './fields.ts'
import type { Visit } from './visit.ts'

/** Content of a submitted form. */
export interface Typed {
  /** A field's text; empty where it was left out. */
  text(name: string): string
  file: UploadedFile | undefined
  /** The key by which a repeat is recognised. */
  key: string
}

/** The page to which a form's success leads, with the code of the sentence that is read there. */
export interface Success {
  to: string
  done?: PlayerText['code']
}

/** A form of a page. */
export interface Form {
  name: string
  /** Words of the button; `quiet` for one beside a main one. */
  button: (visit: Visit, isSecondStep: boolean) => string
  quiet?: boolean
  /** Address that it is sent to where that is not its own page. */
  action?: string
  /** It has a file. */
  multipart?: boolean
  /** Its answer opens a session, whose cookies are not kept for a repeat in the database. */
  opensSession?: boolean
  /** A call that the first submission makes, before the second one is the form's own: it sends a code, or looks at a voucher. */
  firstStep?: (visit: Visit, typed: Typed) => Promise<string>
  /** Faults that the API does not know. */
  check?: (visit: Visit, typed: Typed) => Record<string, string> | undefined
  send: (visit: Visit, typed: Typed) => Promise<Success>
}

/** The fields of a rendered form. */
export interface FormRendering {
  fields: readonly Field[]
  /** Shown once the first step is done. */
  secondStep?: readonly Field[]
}

/**
 * A form as data: its operation, what it sends of what was typed, and where the answer leads. The types of the operation's contract hold for all three.
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
