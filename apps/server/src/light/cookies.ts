import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../platform/http/cookies.ts'
import type { Answered, Caller } from './call-operation.ts'

/** Path of the light pages and scope of their cookies. */
export const lightPath = '/light'

/**
 * Cookies with both parts of a light-page session, unreadable for scripts, and with the current step of a sign-in. The
 * first part is `Lax`, so that a player who comes back from a payment service's page is still signed in.
 */
const names = { token: 'dhow_light', half: 'dhow_light_half', step: 'dhow_light_step' } as const

export const callerOf = (request: FastifyRequest): Caller => ({
  token: readCookie(request, names.token),
  half: readCookie(request, names.half),
  device: readCookie(request, 'dhow_device'),
})

/** The browser's current step of a sign-in, from the last answer. */
export function stepOf(request: FastifyRequest): Record<string, string> {
  const text = Buffer.from(readCookie(request, names.step) ?? '', 'base64url').toString()
  return Object.fromEntries(new URLSearchParams(text))
}

const stepS = 900

/** Cookies of one answer. */
export function openCookies(reply: FastifyReply, secure: boolean) {
  const own = { secure, path: lightPath }
  return {
    /**
     * Passes on the cookies of an API answer: the session part is renamed for the light pages, the device id stays as
     * it is.
     */
    pass({ cookies }: Pick<Answered<unknown>, 'cookies'>) {
      const [half, device] = [cookies.get('dhow_sid'), cookies.get('dhow_device')]
      if (half) setCookie(reply, names.half, half.value, { ...own, maxAgeS: half.maxAgeS })
      if (device) setCookie(reply, 'dhow_device', device.value, { secure, maxAgeS: device.maxAgeS })
      return half?.maxAgeS
    },
    signIn: (token: string, maxAgeS: number) =>
      setCookie(reply, names.token, token, { ...own, maxAgeS, sameSite: 'Lax' }),
    signOut() {
      for (const name of [names.token, names.half]) setCookie(reply, name, '', { ...own, maxAgeS: 0 })
    },
    step: (step: Record<string, string> | undefined) =>
      setCookie(reply, names.step, step ? Buffer.from(String(new URLSearchParams(step))).toString('base64url') : '', {
        ...own,
        maxAgeS: step ? stepS : 0,
      }),
    prefer: (name: 'dhow_language' | 'dhow_theme', value: string) =>
      setCookie(reply, name, value, { secure, maxAgeS: 31_536_000, readable: true }),
  }
}
