import type { PortalSettings } from '@dhow/contract/portal'
import type { Operation } from '@dhow/contract/operation'
import type { Sent } from './call-operation.ts'
import type { openCookies } from './cookies.ts'
import type { Form, FormRendering } from './forms.ts'
import type { Html } from './html.ts'
import type { Reader } from './reader.ts'

/** One visit of a page: its reader, its address, and the calls it may make. */
export interface Visit {
  reader: Reader
  settings: PortalSettings
  /** Origin of the portal, and the address of the sandbox's inbox if there is one. */
  origin: string
  sandboxInbox: string | undefined
  isSignedIn: boolean
  params: Record<string, string>
  query: Record<string, string>
  /** The browser's current step of a sign-in. */
  step: Record<string, string>
  cookies: ReturnType<typeof openCookies>
  /** Makes an API call as this visitor. @throws RefusedCall */
  call<Params, Query, Body, Reply>(
    operation: Operation<Params, Query, Body, Reply>,
    sent?: Sent<Params, Query, Body>,
  ): Promise<Reply>
  /** Renders a form of the page, with typed values and errors after a refusal. */
  form(form: Form, rendering: FormRendering): Html
}

/** A rendered page. */
export interface Rendering {
  title: string
  body: Html
  status?: number
}

/** Redirect. */
export interface Elsewhere {
  to: string
}

/** A page: its address, its access, its forms and its rendering. */
export interface Page {
  path: string
  access: 'anyone' | 'player'
  forms?: readonly Form[]
  render(visit: Visit): Promise<Rendering | Elsewhere>
}

/** A refused form, to render again with its errors. */
export interface Failure {
  form: string
  typed: Record<string, string>
  /** Sentences for the whole form, and those by field. */
  sentences: readonly string[]
  fields: Record<string, readonly string[]>
  status: number
  retryAfterS?: number | undefined
}
