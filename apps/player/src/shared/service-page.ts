/** Address of the payment service's page that a browser may be sent to; undefined where it is none. */
export function pageOfService(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
