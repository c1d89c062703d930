import { domainToASCII } from 'node:url'
import type { Secrets } from '../../../platform/secrets.ts'

/** RFC 5321: 64 octets before the `@`, 254 in all. */
const [maxNameLength, maxAddressLength] = [64, 254]
/** Characters of RFC 5322's `dot-atom`: no quotes, blanks, line breaks or commas, which have a meaning in headers. */
const name = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const domain = new RegExp(`^(${label}\\.)+(?!\\d+$)${label}$`)

/** Normalises a typed address, its domain in lower-case ASCII; undefined if no mail server would accept it. */
export function readAddress(typed: string): string | undefined {
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  const [before, after] = [text.slice(0, at), domainToASCII(text.slice(at + 1))]
  const address = `${before}@${after}`
  const isOne = at > 0 && before.length <= maxNameLength && name.test(before) && domain.test(after)
  return isOne && address.length <= maxAddressLength ? address : undefined
}

/** Keyed hash of an address, independent of letter case. */
export const addressHash = (secrets: Secrets, address: string): Buffer =>
  secrets.mac('e-mail address', address.toLowerCase())

const sealUse = 'e-mail address'
export const sealAddress = (secrets: Secrets, address: string): Buffer => secrets.seal(sealUse, address)
export const openAddress = (secrets: Secrets, sealed: Buffer): string => secrets.open(sealUse, Buffer.from(sealed))
