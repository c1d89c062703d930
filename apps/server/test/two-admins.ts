import type { World } from './world.ts'

type Operator = Awaited<ReturnType<World['operator']>>

/**
 * Lets a second operator confirm the newest proposed change.
 * @returns what is shown once to the person who confirms, by its label's code
 */
export async function confirmNewest(second: Operator): Promise<Record<string, string>> {
  const { changes } = (await second.get('/staff/changes')).json as { changes: { id: string }[] }
  const newest = changes.at(-1)
  if (!newest) throw new Error('no change waits')
  const answer = await second.post(`/staff/changes/${newest.id}/confirm`)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  const shown = answer.json.shown_once as { label: { code: string }; value: string }[]
  return Object.fromEntries(shown.map(({ label, value }) => [label.code, value]))
}

/** Adds a game provider by two admins; returns its first shared secret, undefined if its protocol has none. */
export async function addProvider(
  { first, second }: { first: Operator; second: Operator },
  provider: { code: string; name: string; protocol: string; launch_url: string } & Record<string, unknown>,
): Promise<string | undefined> {
  const proposed = await first.post('/staff/providers', provider)
  if (proposed.status !== 200) throw new Error(JSON.stringify(proposed.json))
  return (await confirmNewest(second))['fact_secret']
}
