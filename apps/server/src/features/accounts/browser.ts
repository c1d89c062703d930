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

/** Half of the session that scripts cannot read, and the browser's own id. */
const cookieNames = { half: 'dhow_sid', device: 'dhow_device', language: 'dhow_language' } as const
const yearS = 31_536_000

export type Browser = ReturnType<typeof openBrowser>

/** Cookies of a player's browser: its own id, and the half of the session. */
export function openBrowser({ config, random }: Platform) {
  const secure = config.origins.portal.startsWith('https:')
  return {
    /** The origin of a call. */
    originOf: ({ ip, request }: { ip: string; request: FastifyRequest }): Origin => ({
      ip,
      deviceId: readCookie(request, cookieNames.device),
      language: languageOf(readCookie(request, cookieNames.language) ?? request.headers['accept-language']),
    }),

    /** The browser, by its own id; one that has none gets one. */
    deviceOf(request: FastifyRequest, reply: FastifyReply): Device {
      const known = readCookie(request, cookieNames.device)
      const id = known ?? newToken(random)
      if (!known) setCookie(reply, cookieNames.device, id, { maxAgeS: yearS, secure })
      return { id, label: deviceLabel(request.headers['user-agent'] ?? ''), origin: originOfDevice(request) }
    },

    /** Gives the browser its half of a session. */
    keepHalf: (reply: FastifyReply, cookie: string, maxAgeS: number) =>
      setCookie(reply, cookieNames.half, cookie, { maxAgeS, secure }),
  }
}

/** Calls that move money out or change the account need the cookie half beside the token. @throws Refusal `session_invalid` */
export async function requireCookie(
  accounts: { sessions: Pick<Sessions, 'checkCookie'> },
  token: string | undefined,
  request: FastifyRequest,
) {
  await accounts.sessions.checkCookie(token ?? '', readCookie(request, cookieNames.half))
}

/** The first of our languages that a list such as `hi-IN,en;q=0.8` names. */
const languageOf = (list: string | undefined): MessageLanguage | undefined =>
  list
    ?.split(',')
    .map((part) => messageLanguages.find((language) => language === part.trim().slice(0, 2).toLowerCase()))
    .find((language) => language !== undefined)
