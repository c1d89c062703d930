import { openAuthenticator } from './authenticator.ts'
import type { Answer, World } from './world.ts'

interface Owner {
  password: string
  post(path: string, body?: unknown): Promise<Answer>
}

/** Options of a player's browser for a new passkey. */
export async function beginPasskey(player: Owner) {
  const begun = await player.post('/player/passkeys/begin', { current_password: player.password })
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.json))
  return begun.json.options
}

/** Adds a software passkey to a player's account. */
export async function addPasskey(world: World, player: Owner, name?: string) {
  const device = openAuthenticator(world.config.origins.portal)
  const credential = device.register(await beginPasskey(player))
  const added = await player.post('/player/passkeys', { name, credential })
  if (added.status !== 200) throw new Error(JSON.stringify(added.json))
  return { device, id: added.json.passkey.id as string, credential }
}
