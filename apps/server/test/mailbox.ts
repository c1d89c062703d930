import type { Clock } from '@dhow/platform/clock'
import { openWorldWithSandbox } from './sandbox.ts'
import { openWorld } from './world.ts'

/** An e-mail received by the sandbox's mail server: envelope recipients, headers and both bodies. */
export interface ReceivedMail {
  id: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
  times: number
}

export type MailWorld = Awaited<ReturnType<typeof openMailWorld>>

/** A world without jobs whose mail server is the sandbox's own, behind its real SMTP listener. */
export async function openMailWorld(parts: { realClock?: Clock } = {}) {
  const { world, close } = await openWorldWithSandbox((env) => openWorld(env, { withoutJobs: true, ...parts }), {
    hasMail: true,
  })
  const { sandbox } = world.config.origins
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(sandbox + path, sent)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return (await answer.json()) as Answer
  }
  let made = 0
  const received = (to: string) => ask<ReceivedMail[]>(`/mail/received?to=${encodeURIComponent(to)}`)
  const newAddress = () => `player${++made}@mail.example`
  const send = () => world.app.features.messages.sendDue()
  async function code(to: string): Promise<string> {
    const [newest] = await received(to)
    const found = /^\d{6}/.exec(newest?.subject ?? '')?.[0]
    if (found === undefined) throw new Error(`no code was sent to ${to}`)
    return found
  }
  return {
    world,
    close,
    /** Sets how the mail server answers from now on, and what its service reports. */
    behave: (answers: string, { reports = 'nothing', delay_ms = 0 } = {}) =>
      ask('/mail/behaviour', { answers, reports, delay_ms }),
    /** E-mails to an address, newest first. */
    received,
    send,
    /** The code in the newest e-mail to an address. */
    code,
    newAddress,
    /** A player with a confirmed address. */
    async player(address = newAddress(), options: Parameters<typeof world.player>[0] = {}) {
      const player = await world.player(options)
      const asked = await player.put('/player/email', { address })
      if (asked.status !== 200) throw new Error(JSON.stringify(asked.json))
      await send()
      const answer = await player.post('/player/email/confirm', { otp: await code(address) })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
      return { ...player, address }
    },
  }
}

/** Value of a header; undefined without it. */
export const headerOf = ({ headers }: ReceivedMail, wanted: string): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.value
