/** An actor in a schedule: a call on one server, a job, or an outside client. */
export interface Actor {
  name: string
  /** Number of the server that does the work; undefined for an outside client. */
  server: number | undefined
  /** True if its process has crashed: its work stops. */
  isGone: boolean
}

/** A fault injected into a single step. */
export type StepFault = 'answer-lost' | 'disk-full' | 'connection-lost' | 'read-only'

/** Something held until the scheduler releases it. */
export interface Step {
  actor: Actor
  kind: 'begin' | 'statement' | 'service' | 'timer' | 'message'
  label: string
  /** True if it can write, so that a full disk may refuse it. */
  writes: boolean
  /** True if it ends a transaction. */
  commits: boolean
  /** False while another step uses the only connection. */
  canGo?(): boolean
  release(fault?: StepFault): void
}

/** A released statement without an answer yet. */
export interface Underway {
  actor: Actor
  pid: number
  isBlocked: boolean
}
