import type { PortalSettings } from '@dhow/contract/portal'
import type { Operation } from '@dhow/contract/operation'
import type { Sent } from './call-operation.ts'
import type { openCookies } from './cookies.ts'
import type { Form, FormRendering } from './forms.ts'
import type { Html } from './html.ts'
import type { Reader } from './reader.ts'

/** One visit of a page: who reads it, what was asked for, and what it may do. */
export interface Visit {
  reader: Reader
  settings: PortalSettings
  /** Origin of the portal, and the address of the sandbox's inbox where there is one. */
  origin: string
  sandboxInbox: string | undefined
  isSignedIn: boolean
  params: Record<string, string>
  query: Record<string, string>
  /** The step of a sign-in that the browser has come to. */
  step: Record<string, string>
  cookies: ReturnType<typeof openCookies>
  /** Makes a call of the API as this visitor. @throws RefusedCall */
  call<Params, Query, Body, Reply>(
    operation: Operation<Params, Query, Body, Reply>,
    sent?: Sent<Params, Query, Body>,
  ): Promise<Reply>
  /** Renders a form of the page, with what was typed and its faults where it is rendered again. */
  form(form: Form, rendering: FormRendering): Html
}

/** A rendered page. */
export interface Rendering {
  title: string
  body: Html
  status?: number
}

/** The page is elsewhere. */
export interface Elsewhere {
  to: string
}

/** A page: its address, who may see it, its forms and how it is rendered. */
export interface Page {
  path: string
  access: 'anyone' | 'player'
  forms?: readonly Form[]
  render(visit: Visit): Promise<Rendering | Elsewhere>
}

/** A form that is rendered again, with its faults. */
export interface Failure {
  form: string
  typed: Record<string, string>
  /** Sentences of the form as a whole, and those by field. */
  sentences: readonly string[]
  fields: Record<string, readonly string[]>
  status: number
  retryAfterS?: number | undefined
}
