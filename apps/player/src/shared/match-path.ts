import { useLocation } from './router.tsx'

/**
 * Parameters of a path by a pattern such as `/play/:game`; undefined where it does not match. Case-sensitive; ignores trailing slashes.
 * The router's own matching, made for nested routes, would cost the first script two kilobytes.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const parts = path.replace(/\/+$/, '').split('/')
  const wanted = pattern.replace(/\/+$/, '').split('/')
  if (parts.length !== wanted.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const given = decode(parts[index] ?? '')
    if (part.startsWith(':') && given !== '') params[part.slice(1)] = given
    else if (part !== given) return undefined
  }
  return params
}

/** Parameters of the current path. */
export const usePathParams = (pattern: string): Record<string, string> =>
  matchPath(pattern, useLocation().pathname) ?? {}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
