import * as z from 'zod/mini'
import { listPrograms } from '../../platform/programs.ts'
import type { OverviewParts } from './parts.ts'

const answerWithinMs = 2_000
const health = z.object({ version: z.string().check(z.maxLength(40)), since: z.iso.datetime() })

/** Each server of this database by its own row, and the current answers of studio and sandbox. */
export async function readPrograms({ platform }: Pick<OverviewParts, 'platform'>) {
  const { config } = platform
  const others = [
    { name: 'studio' as const, origin: config.origins.studio },
    ...(config.mode === 'sandbox' ? [{ name: 'sandbox' as const, origin: config.origins.sandbox }] : []),
  ]
  const [servers, answers] = await Promise.all([
    listPrograms(platform),
    Promise.all(others.map(async ({ name, origin }) => ({ name, ...(await ask(origin)) }))),
  ])
  return [
    ...servers.map(({ version, started_at, machine, isSilent }) => ({
      name: 'server' as const,
      version,
      since: started_at.toISOString(),
      machine,
      ok: !isSilent,
    })),
    ...answers.map((answer) => ({ ...answer, machine: null })),
  ]
}

const none = { version: null, since: null, ok: false }

/** Reads version and start from a program's health answer; nothing if it does not answer. */
async function ask(origin: string): Promise<{ version: string | null; since: string | null; ok: boolean }> {
  try {
    const answer = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(answerWithinMs), redirect: 'error' })
    const state = health.safeParse(await answer.json())
    return answer.ok && state.success ? { ...state.data, ok: true } : none
  } catch {
    // No answer: report it as down.
    return none
  }
}
