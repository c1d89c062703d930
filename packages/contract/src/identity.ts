import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { keysOf } from './keys-of.ts'
import { messageReasons } from './message-reasons.ts'
import { operation } from './operation.ts'
import { documentEnd } from './personal-fields.ts'
import { reason } from './queue-shapes.ts'
import { idOf, instant, success } from './shapes.ts'

/** Operators' decisions about a player's identity, by a document. */

export const identityRefusals = {
  identity_verified: { status: 409, sentence: 'The identity of this player is verified already.' },
  identity_unverified: { status: 409, sentence: 'The identity of this player is not verified.' },
} as const

export const identityDocuments = ['national_id', 'passport', 'driving_licence'] as const
const document = z.enum(identityDocuments)

export const identityOutcomes = ['verified', 'refused', 'revoked', 'expired'] as const

/** Code of the sentence with the reason of a refusal or revocation. */
const why = z.enum(keysOf(messageReasons.identity))

const playerId = z.object({ id: idOf('ply') })

const decision = z.object({
  id: z.string(),
  at: instant,
  outcome: z.enum(identityOutcomes),
  document: z.nullable(document),
  number_end: z.nullable(documentEnd),
  /** Last day of the document's validity; null if unlimited. */
  expires_on: z.nullable(z.iso.date()),
  why: z.nullable(why),
  reason: z.string(),
  /** Null for an automatic decision. */
  operator: z.nullable(z.string()),
})

const identityReply = z.object({ status: success, is_verified: z.boolean(), decisions: z.array(decision) })

export const staffIdentity = operation({
  name: 'staffIdentity',
  method: 'GET',
  path: '/staff/players/:id/identity',
  access: 'staff',
  needs: ['players.see'],
  summary: 'Whether a player’s identity is verified, with all decisions, newest first.',
  params: playerId,
  reply: identityReply,
  refusals: ['not_found'],
})

export const verifyIdentity = operation({
  name: 'verifyIdentity',
  method: 'POST',
  path: '/staff/players/:id/identity/verify',
  access: 'staff',
  needs: ['players.verify_identity'],
  summary:
    'Verify a player’s identity by a document. Its kind, the last four characters of its number and its last valid day are stored. The player gets a message.',
  params: playerId,
  body: z.object({
    document,
    number_end: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{4}$/, fault('document_end_rule'))),
    /** Omitted for an unlimited document. */
    expires_on: z.optional(z.iso.date()),
    reason,
  }),
  reply: identityReply,
  refusals: ['not_found', 'identity_verified'],
})

export const endIdentity = operation({
  name: 'endIdentity',
  method: 'POST',
  path: '/staff/players/:id/identity/end',
  access: 'staff',
  needs: ['players.verify_identity'],
  summary:
    'Refuse to verify a player’s identity, or revoke it. The player returns to the former tier and reads the sentence of `why`.',
  params: playerId,
  body: z.object({ outcome: z.enum(['refused', 'revoked']), why, reason }),
  reply: identityReply,
  refusals: ['not_found', 'identity_verified', 'identity_unverified'],
})

export const identityOperations = [staffIdentity, verifyIdentity, endIdentity]
