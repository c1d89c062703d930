/** Somebody who acts in a schedule: a call on one server, a job, or a client outside. */
export interface Actor {
  name: string
  /** Number of the server whose process does the work; undefined for a client outside of them. */
  server: number | undefined
  /** True if the process that did its work has crashed: nothing of it goes on. */
  isGone: boolean
}

/** A wrong that may befall a single step. */
export type StepFault = 'answer-lost' | 'disk-full' | 'connection-lost' | 'read-only'

/** One thing that is held back until the scheduler releases it. */
export interface Step {
  actor: Actor
  kind: 'begin' | 'statement' | 'service' | 'timer' | 'notice'
  label: string
  /** True if it can write, so that a full disk may refuse it. */
  writes: boolean
  /** True if it ends a transaction. */
  commits: boolean
  /** False while it cannot be released, as long as another has the only connection. */
  canGo?(): boolean
  release(fault?: StepFault): void
}

/** A released statement that the database has not answered yet. */
export interface Underway {
  actor: Actor
  pid: number
  isBlocked: boolean
}
