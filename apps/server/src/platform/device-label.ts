const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iPhone or iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux/, 'Linux'],
]
/** In this order: a user agent also names the browsers that it descends from. */
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/**
 * Short name of a device from its user agent, for the list of devices.
 * @example deviceLabel('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0') // 'Firefox on Windows'
 */
export function deviceLabel(userAgent: string): string {
  const nameIn = (rows: [RegExp, string][]) => rows.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = nameIn(systems) ?? 'Unknown device'
  const browser = nameIn(browsers)
  return browser ? `${browser} on ${system}` : system
}
