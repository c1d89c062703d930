import { StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import '@dhow/ui/tokens.css'
import { App, isSignedInHere, maintenance, newQueryClient } from './app/app.tsx'
import { paths } from './app/paths.ts'
import { loadScreen } from './app/table.ts'
import { applyMoneyDisplay } from './shared/money-display.ts'
import { startOffline } from './shared/offline.ts'
import { BrowserRouter } from './shared/router.tsx'
import type { PageData } from './shared/portal.tsx'
import { currentLanguage } from './shared/words/words.tsx'

/** Hydrates the page that the server rendered, with the server's data. */
async function start() {
  const root = document.getElementById('root')
  const known = document.getElementById('dhow-data')
  if (!root || !known) throw new Error('this page was not rendered by the server')
  const data = JSON.parse(known.textContent) as PageData
  await loadScreen(location.pathname, data.language).catch(() => undefined)
  if (data.portal.state === 'maintenance') await maintenance.load(data.language).catch(() => undefined)
  const restoreTyped = keepTyped(root)
  applyMoneyDisplay()
  const hinted = root.dataset['hinted'] === 'in'
  hydrateRoot(
    root,
    <StrictMode>
      <BrowserRouter>
        <AfterHydration done={restoreTyped} fetchAhead={() => fetchAhead(data)}>
          <App data={data} hinted={hinted} client={newQueryClient(data.saver)} />
        </AfterHydration>
      </BrowserRouter>
    </StrictMode>,
  )
  // If hint and token disagree, correct the hint for the next page.
  if (isSignedInHere() !== hinted)
    document.cookie = `dhow_hint=${isSignedInHere() ? 'in' : 'out'}; path=/; max-age=31536000; samesite=lax`
}

/** Loads the small screens that every screen links to, so that they open offline. */
async function fetchAhead({ saver, language }: PageData) {
  if (saver) return
  const screens = isSignedInHere() ? [paths.menu, paths.profile] : [paths.menu]
  await Promise.allSettled(screens.map((path) => loadScreen(path, language)))
}

/** Runs `done`, and starts offline support, once the page is hydrated. */
function AfterHydration({
  done,
  fetchAhead,
  children,
}: {
  done: () => void
  fetchAhead: () => Promise<unknown>
  children: ReactNode
}) {
  useEffect(() => {
    done()
    performance.mark('dhow:hydrated')
    startOffline(fetchAhead)
    void import('./shared/data-used.ts').then(({ countData }) => countData()).catch(() => undefined)
    // Needed by the first refusal; until loaded, refusals are shown in the server's English.
    if (currentLanguage() !== 'en')
      void import('./shared/faults.ts').then(({ loadFaults }) => loadFaults()).catch(() => undefined)
  }, [done, fetchAhead])
  return children
}

/** Restores text typed before hydration, which empties the fields, and dispatches the input events. */
function keepTyped(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
  const typed = fields.flatMap((field) => {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'file')) {
      return field.checked === field.defaultChecked ? [] : [() => field.click()]
    }
    const { value } = field
    if (value === '' || (field instanceof HTMLInputElement && value === field.defaultValue)) return []
    return [() => setValue(field, value)]
  })
  return () => {
    for (const give of typed) give()
  }
}

function setValue(field: HTMLInputElement | HTMLSelectElement, value: string) {
  // React tracks `value` and ignores a change that it made itself; the element's own setter bypasses that tracking, as typing does.
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

void start()
