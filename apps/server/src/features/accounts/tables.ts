import type { PlayerEvent } from '../../platform/player-events.ts'
import type { identityDocuments, identityOutcomes } from '@dhow/contract/identity'
import type { ReasonCode } from '@dhow/contract/message-reasons'
import type { Currency } from '@dhow/contract/money'
import type { PasskeyTransport } from '@dhow/contract/passkey-shapes'
import type { linkVerdicts } from '@dhow/contract/player-links'
import type { Preferences } from '@dhow/contract/profile'
import type { Market } from '@dhow/contract/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'

export interface PlayerRow {
  id: string
  player_name: string
  mobile: string
  market: Market
  currency: Currency
  password_hash: string
  deposit_code: string
  tier: 'registered' | 'mobile_verified' | 'person_verified'
  avatar: string | null
  active: boolean
  /** The operator's own test account, which reports do not count. */
  is_test: boolean
  terms_version: string | null
  referral_code: string | null
  created_at: Date
  last_login_at: Date | null
  name_changed_at: Date | null
}

/** Closing of an account by its player, who may cancel it until `closes_at`. */
interface PlayerClosingTable {
  player_id: string
  asked_at: Date
  closes_at: Date
  closed_at: Date | null
  /** An operator suspended the player before the account closed or since; reopening it leaves that as it is. */
  was_suspended: Generated<boolean>
}
export type PlayerClosingRow = Selectable<PlayerClosingTable>

/** A decision about a player's identity; `number_end` are the last characters of the document's number. */
export interface IdentityDecisionRow {
  id: string
  player_id: string
  outcome: (typeof identityOutcomes)[number]
  document: (typeof identityDocuments)[number] | null
  number_end: string | null
  /** Date as `2030-12-31`. */
  expires_on: string | null
  tier_before: PlayerRow['tier'] | null
  /** Sentence for the player; the reason is for operators. */
  why: ReasonCode<'identity'> | null
  reason: string
  /** Null if decided by the program. */
  operator_id: string | null
  decided_at: Date
}

/** Operator's note on two players; `player_id` is the lesser id. */
export interface LinkNoteRow {
  id: string
  player_id: string
  other_id: string
  verdict: (typeof linkVerdicts)[number]
  reason: string
  noted_by: string
  noted_at: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'accounts.player': PlayerRow
    'accounts.player_closing': PlayerClosingTable
    'accounts.identity_decision': IdentityDecisionRow
    'accounts.player_tag': { player_id: string; tag: string; added_by: string; added_at: Date }
    'accounts.link_note': LinkNoteRow
    'accounts.offer_consents': { player_id: string }
    'accounts.player_preference': {
      player_id: string
      chosen: ColumnType<Partial<Preferences>, string, Partial<Preferences>>
      updated_at: Date
    }
    'accounts.offer_consent': { player_id: string; at: Date; given: boolean }
    'accounts.registration': {
      id: string
      mobile: string
      player_name: string
      market: Market
      password_hash: string
      terms_version: string | null
      referral_code: string | null
      created_at: Date
    }
    'accounts.player_session': {
      id: string
      player_id: string
      token_hash: Buffer
      cookie_hash: Buffer
      device_id: string
      label: string
      created_at: Date
      last_seen_at: Date
      ended_at: Date | null
    }
    'accounts.player_origin': {
      session_id: string
      player_id: string
      device_id: string
      at: Date
      address: string
      traits: Buffer
    }
    'accounts.known_device': { player_id: string; device_hash: Buffer; created_at: Date }
    'accounts.player_passkey': {
      id: string
      player_id: string
      /** In base64url, as browsers encode it. */
      credential_id: string
      public_key: Buffer
      counter: bigint
      transports: PasskeyTransport[]
      name: string
      created_at: Date
      last_used_at: Date | null
    }
    'accounts.passkey_event': {
      id: string
      player_id: string
      passkey_id: string
      kind: 'added' | 'renamed' | 'removed'
      name: string
      former_name: string | null
      at: Date
    }
    /** Answered passkey challenges: none may be answered twice. */
    'accounts.answered_challenge': { challenge: string; ends_at: Date }
    'accounts.one_time_code': {
      id: string
      mobile: string
      type: string
      code_hash: Buffer
      tries: Generated<number>
      sent_at: Date
      expires_at: Date
      used_at: Date | null
      bound_to: string | null
      /** Commitment of a withdrawal code: the amount in minor units and the payout account. */
      commits_to: string | null
      registration_id: string | null
      uses: unknown
    }
    'accounts.password_reset': { token_hash: Buffer; player_id: string; expires_at: Date; used_at: Date | null }
    'accounts.live_ticket': { ticket_hash: Buffer; player_id: string; session_id: string; expires_at: Date }
    // Exported views, which other features may read.
    'accounts.player_card': Pick<
      Tables['accounts.player'],
      'id' | 'player_name' | 'mobile' | 'deposit_code' | 'market' | 'currency' | 'active' | 'created_at' | 'is_test'
    >
    'accounts.sessions': Pick<
      Tables['accounts.player_session'],
      'id' | 'player_id' | 'device_id' | 'ended_at' | 'created_at' | 'last_seen_at'
    >
    'accounts.documents': {
      player_id: string
      document: string
      number_end: string
      expires_on: string
      decided_at: Date
    }
    'accounts.visits': Pick<Tables['accounts.player_origin'], 'player_id' | 'device_id' | 'at' | 'address' | 'traits'>
    'accounts.player_tags': Tables['accounts.player_tag']
    'accounts.events': PlayerEvent
    'accounts.sign_in_events': PlayerEvent
  }
}
