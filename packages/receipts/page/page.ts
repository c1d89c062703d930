import { kindOf, pickChecks, readTrust, type PickedFile } from '../src/pick-checks.ts'
import type { Policy } from '../src/policy.ts'
import { VerificationError } from '../src/verification-error.ts'
import { byId, element } from './dom.ts'
import { refusal, resultCard } from './result-card.ts'
import { languageNames, languages, type Language } from './words.ts'

/** Offline page: the user picks files and trusted keys; everything is checked on their device. */
const input = byId('files', HTMLInputElement)
const trust = byId('trust', HTMLTextAreaElement)
const drop = byId('drop', HTMLElement)
const results = byId('results', HTMLElement)

let picked: PickedFile[] = []
let language: Language = languageOf(navigator.language)

input.addEventListener('change', () => void add(input.files))
trust.addEventListener('input', () => show())
byId('again', HTMLElement).addEventListener('click', startOver)
for (const name of ['dragover', 'dragleave', 'drop'])
  drop.addEventListener(name, (event) => {
    event.preventDefault()
    drop.classList.toggle('over', name === 'dragover')
    if (event instanceof DragEvent && name === 'drop') void add(event.dataTransfer?.files ?? null)
  })
for (const name of Object.keys(languages)) {
  const button = element('button', { type: 'button', lang: name, id: `language-${name}` })
  button.append(languageNames[name as Language])
  button.addEventListener('click', () => {
    language = name as Language
    show()
  })
  byId('languages', HTMLElement).append(button)
}
trust.value = byId('policy', HTMLScriptElement).text.trim()
show()

async function add(files: FileList | null): Promise<void> {
  const read = [...(files ?? [])].map(async (file) => ({
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }))
  const added = await Promise.all(read)
  input.value = ''
  const policy = added.findLast((file) => kindOf(file) === 'policy')
  if (policy) trust.value = new TextDecoder().decode(policy.bytes)
  const names = new Set(added.map(({ name }) => name))
  picked = [...picked.filter(({ name }) => !names.has(name)), ...added]
  byId('status', HTMLElement).textContent = languages[language].working
  // Let the page show that it is busy before a long check blocks it.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  show()
  results.scrollIntoView({ block: 'nearest' })
}

function startOver(): void {
  picked = []
  show()
  input.focus()
}

/** Re-renders everything in the current language. */
function show(): void {
  const words = languages[language]
  document.documentElement.lang = language
  document.title = words.title
  for (const labelled of document.querySelectorAll<HTMLElement>('[data-word]'))
    labelled.textContent = wordAt(words, labelled.dataset['word'] ?? '')
  for (const name of Object.keys(languages))
    byId(`language-${name}`, HTMLElement).setAttribute('aria-pressed', String(name === language))
  byId('chosen', HTMLElement).hidden = picked.length === 0
  byId('list', HTMLElement).replaceChildren(
    ...picked.map((file) => element('li', {}, `${file.name} · ${words.kinds[kindOf(file)]}`)),
  )
  const cards = cardsOf()
  results.replaceChildren(...cards)
  byId('status', HTMLElement).textContent = cards.map((card) => card.querySelector('h3')?.textContent).join('. ')
}

function cardsOf(): HTMLElement[] {
  const words = languages[language]
  const checks = pickChecks(picked)
  if (trust.value.trim() === '')
    return checks.length === 0 ? [] : [element('p', { class: 'card' }, words.trust.missing)]
  let policy: Policy
  try {
    policy = readTrust(trust.value)
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    return [refusal(error, words.failsPolicy, '', words)]
  }
  return checks.map((check) => resultCard(check, policy, words))
}

/** Text at a path such as `pick.title`. */
function wordAt(words: object, path: string): string {
  const [name = '', ...rest] = path.split('.')
  const value: unknown = Object.entries(words).find(([key]) => key === name)?.[1]
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? wordAt(value, rest.join('.')) : ''
}

function languageOf(tag: string): Language {
  const short = tag.slice(0, 2)
  return short === 'hi' || short === 'af' ? short : 'en'
}
