import { textOf } from '@dhow/contract/player-texts'
import type { Market } from '@dhow/contract/shapes'
import { brokenConstraint, errorCode } from '@dhow/platform/error-code'
import type { Tx } from '../../platform/db/index.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import { wrongCode } from './codes.ts'
import type { Shared } from './parts.ts'
import type { PlayerRow } from './tables.ts'

export interface NewPlayer {
  player_name: string
  mobile: string
  market: Market
  password: string
  terms_version: string | null
  referral_code: string | null
}

/** Letters and digits that are not confused when read aloud. */
const codeAlphabet = '23456789ACDEFGHJKMNPQRTUVWXYZ'

/**
 * Creates a player in the registration's own transaction.
 * @throws Refusal `player_name_taken`, `otp_wrong` if the number has a player by now
 */
export async function createPlayer(
  { platform, parts }: Shared,
  tx: Tx,
  waiting: Omit<NewPlayer, 'password'> & { password_hash: string },
  verified: boolean,
): Promise<PlayerRow> {
  const { clock, random, id } = platform
  const player: PlayerRow = {
    id: id('ply'),
    player_name: waiting.player_name,
    mobile: waiting.mobile,
    market: waiting.market,
    currency: markets[waiting.market].currency,
    password_hash: waiting.password_hash,
    deposit_code: Array.from({ length: 6 }, () => codeAlphabet[random.int(codeAlphabet.length)]).join(''),
    tier: verified ? 'mobile_verified' : 'registered',
    avatar: null,
    active: true,
    is_test: false,
    terms_version: waiting.terms_version,
    referral_code: waiting.referral_code,
    created_at: clock.now(),
    last_login_at: null,
    name_changed_at: null,
  }
  await tx.insertInto('accounts.player').values(player).execute().catch(throwIfTaken)
  await parts.onPlayerCreated(tx, player)
  return player
}

export const nameTaken = () => fieldRefusal('player_name_taken', 'player_name', textOf('player_name_taken', {}))

export function throwIfTaken(error: unknown): never {
  if (brokenConstraint(error) === 'player_name_key') throw nameTaken()
  if (errorCode(error) === '23505') throw wrongCode()
  throw error
}
