import { sandboxPair } from '@dhow/provider-kit/sandbox-pair'
import type { Platform } from '../../platform/platform.ts'
import { sandboxProviders } from '../catalog/index.ts'
import type { FixedKeys } from './provider-keys.ts'

/** Keys of the providers that stand in the sandbox: the one that it shares with the portal, and pairs that follow from it. */
export function openSandboxKeys({ mode, sandboxKey }: Pick<Platform['config'], 'mode' | 'sandboxKey'>): FixedKeys {
  const pairs = new Map<string, ReturnType<typeof sandboxPair>>()
  // A pair takes a moment to reckon, so only the ones that are asked for are.
  function pairOf(name: string) {
    const pair = pairs.get(name) ?? sandboxPair(sandboxKey, name)
    pairs.set(name, pair)
    return pair
  }

  return (provider, kind) => {
    const standsThere = mode === 'sandbox' && sandboxProviders.some(({ code }) => code === provider)
    if (!standsThere || sandboxKey === '') return []
    if (kind === 'secret') return [sandboxKey]
    return kind === 'public' ? [pairOf(provider).publicKey] : [pairOf(`portal to ${provider}`).privateKey]
  }
}
