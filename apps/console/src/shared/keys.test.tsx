import { useRef, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../testing/render.tsx'
import { holdKeys, useKeyHold, useKeys } from './keys.tsx'

function Screen({ canApprove }: { canApprove: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [screen, setScreen] = useState('deposits')
  useKeys({ a: canApprove && !isOpen ? () => setOpen(true) : undefined, '2': () => setScreen('withdrawals') })
  return (
    <>
      <output>{screen}</output>
      {isOpen ? (
        <form data-action-form>
          <input aria-label="Received amount" defaultValue="" ref={(field) => field?.focus()} />
          <button type="button" data-cancel onClick={() => setOpen(false)}>
            Cancel
          </button>
        </form>
      ) : (
        <button type="button">Refresh</button>
      )}
    </>
  )
}

let page: Awaited<ReturnType<typeof renderScreen>>
const open = async (canApprove: boolean) => void (page = await renderScreen(<Screen canApprove={canApprove} />))
const shown = () => page.container.querySelector('output')?.textContent
const press = (key: string) =>
  void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
afterEach(() => {
  vi.restoreAllMocks()
  return page.unmount()
})

describe('a digit', () => {
  it('opens its screen', async () => {
    await open(false)
    await page.key('2')
    expect(shown()).toBe('withdrawals')
  })

  it('after a letter that opens nothing is ignored, however late', async () => {
    await open(false)
    await page.key('a')
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
    for (const key of ['2', '2']) await page.key(key)
    expect(shown()).toBe('deposits')
  })

  it.each([
    ['another key', () => press('Escape')],
    ['a click', () => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
    ['a move of the focus', () => page.container.querySelector('button')?.focus()],
  ])('opens its screen after %s', async (_name, interrupt) => {
    await open(false)
    await page.key('a')
    interrupt()
    await page.key('2')
    expect(shown()).toBe('withdrawals')
  })

  it('opens its screen at once after a cancelled form', async () => {
    await open(true)
    await page.key('a')
    await page.press('Cancel')
    await page.key('2')
    expect(shown()).toBe('withdrawals')
  })
})

describe('held keys', () => {
  it('run before a key pressed during their replay', async () => {
    await open(true)
    const release = holdKeys()
    press('a')
    release()
    // Pressed before the held keys are replayed.
    press('2')
    await page.settled()
    expect(shown()).toBe('deposits')
    expect(page.container.querySelector('input')?.value).toBe('2')
  })
})

function List({ loads }: { loads: boolean }) {
  const [isLoading, setLoading] = useState(loads)
  const [walked, setWalked] = useState('')
  const rows = isLoading ? 'rows before' : 'rows asked for'
  useKeyHold(isLoading, 'list')
  useKeys({ j: () => setWalked(rows), ArrowDown: () => setWalked(rows) })
  return (
    <>
      <output>{walked}</output>
      <button type="button" onClick={() => setLoading(false)}>
        Answer
      </button>
    </>
  )
}

describe.each(['j', 'ArrowDown'])('%s, which walks through a list', (key) => {
  it('wait for the requested rows', async () => {
    page = await renderScreen(<List loads />)
    await page.key(key)
    expect(shown()).toBe('')
    await page.press('Answer')
    expect(shown()).toBe('rows asked for')
  })

  it('continues while a screen is opening', async () => {
    page = await renderScreen(<List loads={false} />)
    const release = holdKeys()
    await page.key(key)
    release()
    expect(shown()).toBe('rows asked for')
  })
})

function Searched({ walk }: { walk: () => void }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useKeys({ f: () => field.current?.focus(), a: walk })
  return <input ref={field} aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
}

it('letters after the search key are typed into the search once the list has loaded', async () => {
  const walk = vi.fn<() => void>()
  page = await renderScreen(<Searched walk={walk} />)
  const release = holdKeys('list')
  for (const key of 'fwait 2') press(key)
  release()
  await page.settled()
  expect(page.container.querySelector('input')?.value).toBe('wait 2')
  expect(walk).not.toHaveBeenCalled()
})
