/** Placeholder codes that proxies send for an address without a known country. */
const placeless = new Set(['XX', 'ZZ'])

/** Country code in two capital letters; undefined for anything else. */
export function readCountryCode(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z]{2}$/.test(value)) return undefined
  const code = value.toUpperCase()
  return placeless.has(code) ? undefined : code
}
