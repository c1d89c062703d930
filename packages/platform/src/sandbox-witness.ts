import { createHmac } from 'node:crypto'

/** Name of the sandbox's witness in its cosignatures. */
export const sandboxWitnessName = 'dhow.sandbox/witness'

/** Seed of the sandbox witness's key, derived from the key shared by server and sandbox, so that no further file is needed. */
export const sandboxWitnessSeed = (sandboxKey: string): Buffer =>
  createHmac('sha256', sandboxKey).update('key of the witness').digest()
