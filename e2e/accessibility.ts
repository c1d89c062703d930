import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rule tags that every page must pass. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules that depend on the content of a screen; the others check the page around it, which is the same for every screen. */
export const contentRules = [
  ...['aria-allowed-attr', 'aria-allowed-role', 'aria-dialog-name', 'aria-hidden-focus', 'aria-input-field-name'],
  ...['aria-progressbar-name', 'aria-prohibited-attr', 'aria-required-attr', 'aria-required-children'],
  ...['aria-required-parent', 'aria-roles', 'aria-toggle-field-name', 'aria-valid-attr', 'aria-valid-attr-value'],
  ...['button-name', 'color-contrast', 'duplicate-id-aria', 'empty-heading', 'heading-order', 'image-alt', 'label'],
  ...['link-name', 'list', 'listitem', 'nested-interactive', 'page-has-heading-one', 'region'],
  ...['scrollable-region-focusable', 'select-name', 'tabindex', 'target-size'],
]

/**
 * Accessibility violations that axe finds in the page. Game pages have checks of their own and are left out. With `inOtherTheme`,
 * also checks the colours of the other theme, the only difference between the two. A long list is cut to its first twelve entries.
 */
export async function accessibilityFaults(
  page: Page,
  { inOtherTheme = false, rules = everyRule } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(findFaults, { inOtherTheme, rules })
}

/** Runs in the page. */
async function findFaults({ inOtherTheme, rules }: { inOtherTheme: boolean; rules: string[] }): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: {
      run(root: unknown, options: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    }
  }
  const check = async (runOnly: string[]) =>
    (
      await axe.run({ exclude: ['iframe', 'main li:nth-child(n + 13)'] }, { runOnly, resultTypes: ['violations'] })
    ).violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 160)}`)
  // A colour in the middle of a theme transition is not one that users read.
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets.push(still)
  const here = await check(rules)
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

/** Navigates within the open page as a link does; resolves once the screen's heading has the focus. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState({ key: to, idx: history.length, usr: null }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(() => document.activeElement?.matches('h1'))
}
