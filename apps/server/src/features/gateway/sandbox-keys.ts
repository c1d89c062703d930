import { sandboxPair } from '@dhow/provider-kit/sandbox-pair'
import type { Platform } from '../../platform/platform.ts'
import { sandboxProviders } from '../catalog/index.ts'
import type { FixedKeys } from './provider-keys.ts'

/** Keys of the sandbox's providers: the secret shared with the portal, and key pairs derived from it. */
export function openSandboxKeys({ mode, sandboxKey }: Pick<Platform['config'], 'mode' | 'sandboxKey'>): FixedKeys {
  const pairs = new Map<string, ReturnType<typeof sandboxPair>>()
  // Deriving a pair takes a moment, so it is done on demand.
  function pairOf(name: string) {
    const pair = pairs.get(name) ?? sandboxPair(sandboxKey, name)
    pairs.set(name, pair)
    return pair
  }

  return (provider, kind) => {
    const isPreset = mode === 'sandbox' && sandboxProviders.some(({ code }) => code === provider)
    if (!isPreset || sandboxKey === '') return []
    if (kind === 'secret') return [sandboxKey]
    return kind === 'public' ? [pairOf(provider).publicKey] : [pairOf(`portal to ${provider}`).privateKey]
  }
}
