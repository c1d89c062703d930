import { messageLanguages, type MessageLanguage } from '@dhow/contract/message-texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../../platform/http/cookies.ts'
import type { Platform } from '../../platform/platform.ts'
import { newToken } from '../../platform/secrets.ts'
import { deviceLabel } from '../../platform/device-label.ts'
import { originOfDevice } from './origins.ts'
import type { Origin } from './parts.ts'
import type { Sessions } from './sessions.ts'
import type { Device } from './sign-in.ts'

/** Cookie of the session's second part, which scripts cannot read, and of the device id. */
const cookieNames = { half: 'dhow_sid', device: 'dhow_device', language: 'dhow_language' } as const
const yearS = 31_536_000

export type Browser = ReturnType<typeof openBrowser>

/** Cookies of a player's browser: its device id, and the second part of the session. */
export function openBrowser({ config, random }: Platform) {
  const secure = config.origins.portal.startsWith('https:')
  return {
    /** Origin of a call. */
    originOf: ({ ip, request }: { ip: string; request: FastifyRequest }): Origin => ({
      ip,
      deviceId: readCookie(request, cookieNames.device),
      language: languageOf(readCookie(request, cookieNames.language) ?? request.headers['accept-language']),
    }),

    /** The browser by its device id; sets a new id if it has none. */
    deviceOf(request: FastifyRequest, reply: FastifyReply): Device {
      const known = readCookie(request, cookieNames.device)
      const id = known ?? newToken(random)
      if (!known) setCookie(reply, cookieNames.device, id, { maxAgeS: yearS, secure })
      return { id, label: deviceLabel(request.headers['user-agent'] ?? ''), origin: originOfDevice(request) }
    },

    /** Sets the session cookie. */
    keepHalf: (reply: FastifyReply, cookie: string, maxAgeS: number) =>
      setCookie(reply, cookieNames.half, cookie, { maxAgeS, secure }),
  }
}

/**
 * Requires the session cookie besides the token, for calls that move money out or change the account. @throws Refusal
 * `session_invalid`
 */
export async function requireCookie(
  accounts: { sessions: Pick<Sessions, 'checkCookie'> },
  token: string | undefined,
  request: FastifyRequest,
) {
  await accounts.sessions.checkCookie(token ?? '', readCookie(request, cookieNames.half))
}

/** First supported language of a list such as `hi-IN,en;q=0.8`. */
const languageOf = (list: string | undefined): MessageLanguage | undefined =>
  list
    ?.split(',')
    .map((part) => messageLanguages.find((language) => language === part.trim().slice(0, 2).toLowerCase()))
    .find((language) => language !== undefined)
