import type { Page } from '@playwright/test'
import { accessibilityFaults, contentRules } from './accessibility.ts'

/** Axe and width, for a state of a screen. */
export const faultsOfState = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFaults(page, { inOtherTheme: true, rules: contentRules })),
  ...(await widthFaults(page)),
]

/** The same, but runs axe only if no screen with the same structure was checked before. */
export const faultsOfShape = async (page: Page, seen: Set<string>): Promise<string[]> => {
  const shape = await page.evaluate(shapeOf)
  const isNew = !seen.has(shape)
  seen.add(shape)
  return [...(isNew ? await accessibilityFaults(page, { rules: contentRules }) : []), ...(await widthFaults(page))]
}

/** Runs in the page. */
const shapeOf = (): string => {
  const parts = [...document.querySelectorAll('main, main *')]
  return [...new Set(parts.map((one) => `${one.tagName}.${one.getAttribute('class')}`))].sort().join()
}

/** Elements wider than the window, at normal text size and at 200 %; the text size is restored afterwards. */
export const widthFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    // With reduced motion every change takes a millisecond, so the large letters would not be there yet.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition-property: none !important; }')
    document.adoptedStyleSheets.push(still)
    const faults: string[] = []
    for (const size of ['', '200%']) {
      root.style.fontSize = size
      const letters = size === '' ? '' : ' with large letters'
      const over = root.scrollWidth - root.clientWidth
      if (over > 0) faults.push(`is ${over} pixels too wide${letters}`)
      // A modal dialog is on top of the page and does not widen it.
      for (const dialog of document.querySelectorAll('dialog[open]')) {
        const { left, right } = dialog.getBoundingClientRect()
        const beyond = Math.floor(Math.max(-left, right - root.clientWidth, dialog.scrollWidth - dialog.clientWidth))
        if (beyond > 0) faults.push(`has a dialog that is ${beyond} pixels too wide${letters}`)
      }
    }
    root.style.fontSize = ''
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    return faults
  })
