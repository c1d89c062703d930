import { sameBytes } from '@dhow/platform/same-bytes'
import type { Random } from '../platform/random.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Caller } from './call-operation.ts'

/**
 * Idempotency keys of forms: each rendered form has its own, so a repeated submission gets the first answer. The key
 * contains a keyed hash over itself and the session (or the browser, if signed out), so that no other site can forge
 * one.
 */
export function openFormKeys({ secrets, random, now }: { secrets: Secrets; random: Random; now: () => Date }) {
  const sealOf = (key: string, caller: Caller) =>
    secrets.mac('light-forms', `${key}|${caller.token ?? ''}|${caller.device ?? ''}`).subarray(0, 16)
  return {
    /** Makes a key with its hash. It begins with the time, as payment references do. */
    make(caller: Caller): string {
      const key = `${now().getTime()}${random.bytes(9).toString('hex')}`
      return `${key}.${sealOf(key, caller).toString('base64url')}`
    },
    /** The key, if it was rendered for this session; undefined for any other text. */
    read(text: string, caller: Caller): string | undefined {
      const [, key, seal] = /^([0-9a-f]{20,60})\.([\w-]{22})$/.exec(text) ?? []
      if (key === undefined || seal === undefined) return undefined
      return sameBytes(Buffer.from(seal, 'base64url'), sealOf(key, caller)) ? key : undefined
    },
  }
}
export type FormKeys = ReturnType<typeof openFormKeys>
