import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '@dhow/ui/tokens.css'
import { App, isSignedInHere, loadScreen, newQueryClient } from './app/app.tsx'
import type { PageData } from './shared/portal.tsx'

/** Takes over the page that the server drew, with what the server knew. */
async function start() {
  const root = document.getElementById('root')!
  const data = JSON.parse(document.getElementById('dhow-data')!.textContent) as PageData
  await loadScreen(location.pathname, data.language).catch(() => undefined)
  const hinted = root.dataset['hinted'] === 'in'
  hydrateRoot(
    root,
    <StrictMode>
      <BrowserRouter>
        <App data={data} hinted={hinted} client={newQueryClient()} />
      </BrowserRouter>
    </StrictMode>,
  )
  requestAnimationFrame(() => performance.mark('dhow:hydrated'))
  // A token without the hint, or the other way round, is put right for the next page.
  if (isSignedInHere() !== hinted)
    document.cookie = `dhow_hint=${isSignedInHere() ? 'in' : 'out'}; path=/; max-age=31536000; samesite=lax`
}

void start()
