import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { App } from '../app/app.tsx'
import { fakeServer, renderScreen, type Answers } from './render.tsx'

/** The screen that a test has open, and the server that answers it. */
export let screen: Awaited<ReturnType<typeof renderScreen>>
export let server: ReturnType<typeof fakeServer>

/** Opens a page of the console as an operator who is signed in; `GET /staff/me` of the answers says who. */
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

/** After each test. */
export async function closeConsole() {
  await screen.unmount()
  vi.unstubAllGlobals()
}

/** Bodies of the calls that were sent to a path, in their order. */
export const bodies = (call: string) => server.sent.filter((one) => one.call === call).map((one) => one.body)

/** Texts of the buttons of the page, without those of the frame around it. */
export const buttons = () => [...screen.container.querySelectorAll('main button')].map((button) => button.textContent)
