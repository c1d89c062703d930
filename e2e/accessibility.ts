import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Accessibility violations that axe finds in the page, game pages aside, which are looked at by themselves. With
 * `inOtherTheme`, also what the colours of the other theme do, in which nothing else differs. Of a long list the first twelve stand for all.
 */
export async function accessibilityFaults(page: Page, { inOtherTheme = false } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(findFaults, inOtherTheme)
}

/** Runs in the page. */
async function findFaults(inOtherTheme: boolean): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: {
      run(root: unknown, options: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    }
  }
  const check = async (runOnly: string[]) =>
    (
      await axe.run({ exclude: ['iframe', 'main li:nth-child(n + 13)'] }, { runOnly, resultTypes: ['violations'] })
    ).violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 160)}`)
  // A colour that is still on its way to another theme is none that anybody reads.
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets.push(still)
  const here = await check(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  let there: string[] = []
  if (inOtherTheme) {
    const { dataset } = document.documentElement
    const theme = dataset['theme']
    dataset['theme'] = theme === 'light' ? 'dark' : 'light'
    there = await check(['color-contrast'])
    if (theme === undefined) delete dataset['theme']
    else dataset['theme'] = theme
  }
  document.adoptedStyleSheets.pop()
  return [...here, ...there.map((fault) => `${fault} in the other theme`)]
}

/** Goes somewhere in the open page, as a link does: done once the focus is on the screen's heading. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState({ key: to, idx: history.length, usr: null }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(() => document.activeElement?.matches('h1'))
}
