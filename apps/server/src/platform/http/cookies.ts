import type { FastifyReply, FastifyRequest } from 'fastify'

/** Reads one cookie of a request. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=')
    if (key?.trim() === name && value !== undefined && /^[\w-]{1,200}$/.test(value.trim())) return value.trim()
  }
  return undefined
}

/**
 * Sets a cookie that scripts cannot read and that other sites send with links at most; `secure` if the origin is https.
 */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  {
    maxAgeS,
    secure,
    readable = false,
    path = '/',
    sameSite = 'Strict',
  }: { maxAgeS: number; secure: boolean; readable?: boolean; path?: string; sameSite?: 'Strict' | 'Lax' },
) {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeS}`, `SameSite=${sameSite}`]
  if (!readable) parts.push('HttpOnly')
  if (secure) parts.push('Secure')
  const before = reply.getHeader('set-cookie')
  const list = before === undefined ? [] : Array.isArray(before) ? before : [String(before)]
  reply.header('set-cookie', [...list, parts.join('; ')])
}
