import { afterEach, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { tokenKey } from '../shared/api.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

afterEach(() => {
  closePortal()
  window.dhowChecked = undefined
})

it('a token check that is answered after a sign-out signs nobody in', async () => {
  let answer: (response: Response) => void = () => {}
  window.dhowChecked = { token: 'token of the test', answer: new Promise((resolve) => (answer = resolve)) }
  await openPortal(paths.menu)
  localStorage.removeItem(tokenKey)
  dispatchEvent(new StorageEvent('storage', { key: tokenKey }))
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
  const read = Response.json(reply('verifyToken'))
  const isRead = read.clone()
  answer(read)
  await isRead.text()
  await waitFor(() => expect(read.bodyUsed).toBe(true))
  await new Promise((done) => requestAnimationFrame(done))
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})
