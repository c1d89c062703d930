import { createHmac } from 'node:crypto'

/** Name of the sandbox's witness in its cosignatures. */
export const sandboxWitnessName = 'dhow.sandbox/witness'

/** Seed of the key of the sandbox's witness, from the key that server and sandbox share: a start needs no further file to know it. */
export const sandboxWitnessSeed = (sandboxKey: string): Buffer =>
  createHmac('sha256', sandboxKey).update('key of the witness').digest()
