/** Codes that no country has, which proxies send for an address that they cannot place. */
const placeless = new Set(['XX', 'ZZ'])

/** A country's two letters, in capitals; undefined for anything else. */
export function readCountryCode(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z]{2}$/.test(value)) return undefined
  const code = value.toUpperCase()
  return placeless.has(code) ? undefined : code
}
