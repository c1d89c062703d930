import { fireEvent, render, cleanup, act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Link } from '../shared/link.tsx'
import { BrowserRouter, Navigate, useLocation, useNavigate, useNavigationType } from '../shared/router.tsx'
import { useSearchParams } from '../shared/search-params.ts'

function Shown() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [params, set] = useSearchParams()
  return (
    <>
      <output>{`${useNavigationType()} ${pathname}${search} ${JSON.stringify(state)} ${params.get('q') ?? ''}`}</output>
      <Link to="/menu" state={{ search: true }}>
        Menu
      </Link>
      <Link to="/menu" target="_blank">
        New tab
      </Link>
      <button onClick={() => set({ q: 'a b' }, { replace: true })}>Search</button>
      <button
        onClick={() => {
          set((before) => (before.append('type', 'crash'), before))
          set((before) => (before.append('type', 'card'), before))
        }}
      >
        Twice
      </button>
      <button onClick={() => set({})}>Clear</button>
      <button onClick={() => navigate(-1)}>Back</button>
    </>
  )
}

const open = (children = <Shown />) => render(<BrowserRouter>{children}</BrowserRouter>)
const shown = () => screen.getByRole('status').textContent
const tap = (name: string, options = {}) => fireEvent.click(screen.getByText(name), { button: 0, ...options })

beforeEach(() => history.replaceState(null, '', '/all-games?type=top#one'))
afterEach(cleanup)

it('begins where the browser is, with nothing that was left for it', () => {
  open()
  expect(shown()).toBe('POP /all-games?type=top null ')
})

it('follows a link with its state, and makes no second entry for a link to where the player is', () => {
  open()
  tap('Menu')
  expect(shown()).toBe('PUSH /menu {"search":true} ')
  tap('Menu')
  expect(shown()).toBe('REPLACE /menu {"search":true} ')
  expect(location.pathname).toBe('/menu')
})

it('keeps state across a page that is loaded anew', () => {
  open()
  tap('Menu')
  cleanup()
  open()
  expect(shown()).toBe('POP /menu {"search":true} ')
})

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a tap with %o to the browser',
  (options) => {
    open()
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    tap('Menu', options)
    expect(shown()).toBe('POP /all-games?type=top null ')
  },
)

it('leaves a link into another tab to the browser', () => {
  open()
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  tap('New tab')
  expect(shown()).toBe('POP /all-games?type=top null ')
})

it('changes the query and leaves the path, each change upon the one before', () => {
  open()
  tap('Search')
  expect(shown()).toBe('REPLACE /all-games?q=a+b null a b')
  tap('Twice')
  expect(location.search).toBe('?q=a+b&type=crash&type=card')
  tap('Clear')
  expect(shown()).toBe('PUSH /all-games null ')
})

it('goes back where the browser goes back', async () => {
  open()
  tap('Menu')
  const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await act(async () => {
    history.replaceState(null, '', '/all-games')
    dispatchEvent(new PopStateEvent('popstate'))
    await gone
  })
  expect(shown()).toBe('POP /all-games null ')
})

it('leads on from a screen that sends away', () => {
  const Screen = () => (useLocation().pathname === '/menu' ? <Shown /> : <Navigate to="/menu" replace />)
  open(<Screen />)
  expect(shown()).toBe('REPLACE /menu null ')
})
