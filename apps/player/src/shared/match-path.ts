import { useLocation } from 'react-router'

/**
 * Parameters of a path by a pattern such as `/play/:game`; undefined where it does not match. Capitals count, slashes at the end do not.
 * The router's own table ranks nested routes and would cost the first script two kilobytes; the portal's list is flat.
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

/** Parameters of this page's path. */
export const usePathParams = (pattern: string): Record<string, string> =>
  matchPath(pattern, useLocation().pathname) ?? {}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
