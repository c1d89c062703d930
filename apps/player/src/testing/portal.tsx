import { operations } from '@dhow/contract/operations'
import type { Operation } from '@dhow/contract/operation'
import type { Calls } from '@dhow/contract/calls'
import { openContractServer, type ContractAnswers } from '@dhow/client/testing/contract-server'
import { sampleReply, type SampleOptions } from '@dhow/client/testing/sample'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { App, newQueryClient } from '../app/app.tsx'
import { loadScreen } from '../app/table.ts'
import { tokenKey } from '../shared/api.ts'
import type { PageData } from '../shared/portal.tsx'
import { useLocation } from '../shared/router.tsx'
import type { Language } from '../shared/words/words.tsx'
import { MemoryRouter } from './memory-router.tsx'

configure({
  // Long enough for a busy machine.
  asyncUtilTimeout: 4_500,
  // Each failed query makes an error, and the library's own serialises the whole document for it.
  getElementError: (message) =>
    Object.assign(new Error(`${message ?? 'not found'}\nin: ${document.body.textContent}`), {
      name: 'TestingLibraryElementError',
    }),
})

const byName = new Map<string, Operation>(
  Object.values(operations)
    .flat()
    .map((one) => [one.name, one]),
)

/** Sample reply of an operation, with the test's own values. */
export function reply<Name extends keyof Calls>(
  name: Name,
  options: SampleOptions = {},
): NonNullable<ContractAnswers<Calls>[Name]> & object {
  const operation = byName.get(name)
  if (operation === undefined) throw new Error(`the contract has no call ${name}`)
  return sampleReply(operation, options) as never
}

/** The answer with deposits switched on. */
function withDepositsOn<Name extends 'portalInfo' | 'verifyToken'>(
  name: Name,
): NonNullable<ContractAnswers<Calls>[Name]> {
  const answer = reply(name) as { settings?: object; portal_settings?: object }
  for (const settings of [answer.settings, answer.portal_settings]) Object.assign(settings ?? {}, { auto_deposit: 1 })
  return answer as never
}

/** Answer to the token check, for the sample player with some other fields. */
export function withUser(user: object) {
  const known = withDepositsOn('verifyToken') as unknown as { user: object }
  return { ...known, user: { ...known.user, ...user } } as never
}

/** Answers that every screen of a signed-in player needs. */
const always = (): ContractAnswers<Calls> => ({
  verifyToken: withDepositsOn('verifyToken'),
  portalInfo: withDepositsOn('portalInfo'),
  getPreferences: reply('getPreferences'),
  liveTicket: 'pending',
  bonuses: reply('bonuses', { isEmpty: true }),
  playerPasskeys: reply('playerPasskeys', { isEmpty: true }),
  freeRounds: reply('freeRounds', { isEmpty: true }),
  depositOptions: reply('depositOptions', { isEmpty: true }),
  depositHistory: reply('depositHistory', { isEmpty: true }),
  withdrawHistory: reply('withdrawHistory', { isEmpty: true }),
  receiptsOf: { refusal: 'not_found' },
  getContentPage: { status: 'success', page: null } as never,
  ownTerms: { status: 'success', to_accept: null, accepted: [] } as never,
})

/**
 * Opens the whole portal at a path, with a server that answers by the contract. Closes the portal of the test before.
 * @param answers by operation name, in place of the default ones
 * @param keeps this browser's storage, as after a reload
 * @param page data that the server drew the page with
 */
export async function openPortal(
  path: string,
  answers: ContractAnswers<Calls> = {},
  {
    isSignedIn = true,
    language = 'en' as Language,
    keeps = false,
    page = {},
  }: { isSignedIn?: boolean; language?: Language; keeps?: boolean; page?: Partial<PageData> } = {},
) {
  const kept = keeps ? { ...localStorage } : {}
  closePortal()
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value))
  const server = openContractServer<Calls>({ ...always(), ...answers })
  vi.stubGlobal('fetch', server.fetch)
  if (isSignedIn) localStorage.setItem(tokenKey, 'token of the test')
  document.documentElement.lang = language
  const { settings } = withDepositsOn('portalInfo') as unknown as { settings: never }
  await loadScreen(path.split('?')[0] ?? '', language)
  render(
    <MemoryRouter first={path}>
      <App
        data={{ settings, portal: { state: 'active' }, sandboxInbox: null, language, saver: false, ...page }}
        hinted={isSignedIn}
        client={newQueryClient(false)}
      />
      <Address />
    </MemoryRouter>,
  )
  return server
}

/** The address as a browser would show it. */
function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

/** Removes the portal from the document, and its session from the browser. */
export function closePortal() {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  document.documentElement.lang = ''
  vi.unstubAllGlobals()
}

export { screen, waitFor }
