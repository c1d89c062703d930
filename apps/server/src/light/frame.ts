import { lightPath } from './cookies.ts'
import { html, Html } from './html.ts'
import { fill, languageNames } from './reader.ts'
import { style } from './style.ts'
import type { Visit } from './visit.ts'
import { messageLanguages } from '@dhow/contract/message-texts'

/** Parts of a visit that every page needs, even a not-found page. */
export type FrameVisit = Pick<Visit, 'reader' | 'settings' | 'isSignedIn' | 'sandboxInbox'> & {
  /** Address of the page, to return to it. */
  here: string
  signOut?: Html
}

const logo = html`<svg width="32" height="32" viewBox="0 0 64 64" aria-hidden="true">
  <rect width="64" height="64" rx="14" fill="#16304a" />
  <path fill="#e8b762" d="M31 9c3 15 11 27 24 34l-24 4z" />
  <path fill="#f5eee2" d="M27 19v27l-16-1c7-6 13-14 16-26z" />
  <path
    d="M9 52c4 0 4 3 8 3s5-3 9-3 4 3 8 3 5-3 9-3 4 3 8 3"
    fill="none"
    stroke="#9cc7ee"
    stroke-width="3.5"
    stroke-linecap="round"
  />
</svg>`

/** A whole document: header, content, and the links of the footer. */
export function renderFrame(visit: FrameVisit, title: string, body: Html): string {
  const { reader, settings } = visit
  const { words } = reader
  return html`<!doctype html>
    <html lang="${reader.language}" data-theme="${reader.theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="${reader.theme}" />
        <title>${title} · ${settings.portal_name}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#main">${words.skip}</a>
        <div class="sea"></div>
        <header>
          <a class="logo" href="${lightPath}">${logo}${settings.portal_name}</a>
          <nav aria-label="${words.main}">
            ${links(visit).map(([to, label]) => html`<a href="${lightPath}${to}">${label}</a> `)}
          </nav>
        </header>
        <main id="main">
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>
          <nav aria-label="${words.menu}">
            <a href="${lightPath}/safe">${words.responsible}</a> <a href="/">${words.fullPortal}</a> ${languages(visit)}
            ${themes(visit)}
          </nav>
          ${visit.signOut} ${settings.mode === 'sandbox' && html`<p class="q">${words.sandbox}</p>`}
        </footer>
      </body>
    </html> `.text
}

/** Exact content: the policy contains its hash. */
const styleElement = new Html(`<style>${style}</style>`)

const links = ({ isSignedIn, reader: { words } }: FrameVisit): [string, string][] =>
  isSignedIn
    ? [
        ['/cashier', words.deposit],
        ['/withdraw', words.withdraw],
        ['/deposits', words.depositHistory],
        ['/limits', words.limits],
        ['/help', words.help],
      ]
    : [
        ['/login', words.login],
        ['/register', words.signup],
        ['/help', words.help],
      ]

const languages = ({ reader, here }: FrameVisit): Html[] =>
  messageLanguages
    .filter((one) => one !== reader.language)
    .map(
      (one) =>
        html`<a lang="${one}" href="${lightPath}/prefer?language=${one}&amp;back=${encodeURIComponent(here)}"
          >${languageNames[one]}</a
        > `,
    )

function themes({ reader: { theme, words }, here }: FrameVisit): Html {
  const other = theme === 'dark' ? 'light' : 'dark'
  return html`<a href="${lightPath}/prefer?theme=${other}&amp;back=${encodeURIComponent(here)}"
    >${fill(words.theme, { theme: words.themes[other] })}</a
  >`
}

/** Page of one sentence. */
export const renderSentence = (sentence: string): Html => html`<p class="alert" role="alert">${sentence}</p>`
