import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { App } from '../app/app.tsx'
import { fakeServer, renderScreen, type Answers } from './render.tsx'

/** Screen and server of the current test. */
export let screen: Awaited<ReturnType<typeof renderScreen>>
export let server: ReturnType<typeof fakeServer>

/** Opens a page of the console as the operator in the answer to `GET /staff/me`. */
export async function openConsole(path: string, answers: Answers) {
  localStorage.setItem('dhow_console_signed_in', '1')
  server = fakeServer(answers)
  vi.stubGlobal('fetch', server.fetch)
  screen = await renderScreen(
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>,
  )
}

/** Closes the console after each test. */
export async function closeConsole() {
  await screen.unmount()
  vi.unstubAllGlobals()
}

/** Bodies of the calls to a path, in order. */
export const bodies = (call: string) => server.sent.filter((one) => one.call === call).map((one) => one.body)

/** Texts of the page's buttons, without those of the layout. */
export const buttons = () => [...screen.container.querySelectorAll('main button')].map((button) => button.textContent)
