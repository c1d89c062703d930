import type { Fact } from '../src/facts.ts'
import type { PickedCheck } from '../src/pick-checks.ts'
import type { Policy } from '../src/policy.ts'
import { reasons } from '../src/reasons.ts'
import { VerificationError } from '../src/verification-error.ts'
import { element, icon } from './dom.ts'
import { meaningOf, type Words } from './words.ts'

const tick = 'M4 12.500l5.500 5.500L20 6.500'
const cross = 'M6 6l12 12M18 6L6 18'

/** Runs a check and shows the result. */
export function resultCard({ name, files, run }: PickedCheck, policy: Policy, words: Words): HTMLElement {
  try {
    const facts = run(policy)
    const { title, proves, not } = words.holds[name]
    return card(
      '',
      tick,
      title,
      files.join(', '),
      factList(facts, words),
      element('div', { class: 'proves' }, element('p', {}, proves), element('p', { class: 'quiet' }, not)),
    )
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    return refusal(error, words.fails[name], files.join(', '), words)
  }
}

/** Shows why a file or a trusted key is refused. */
export function refusal(error: VerificationError, title: string, files: string, words: Words): HTMLElement {
  const detail = error.detail === '' ? '' : ` (${error.detail.slice(0, 200)})`
  const exact = element(
    'p',
    { class: 'reason', lang: 'en' },
    `${words.exact} ${reasons[error.reason]}${detail} `,
    element('code', {}, error.reason),
  )
  return card(' refused', cross, title, files, element('p', {}, meaningOf(error.reason, words)), exact)
}

function card(state: string, path: string, title: string, files: string, ...content: HTMLElement[]): HTMLElement {
  const heading = element('div', {}, element('h3', {}, title), element('p', { class: 'quiet small' }, files))
  return element(
    'article',
    { class: `card result${state}` },
    element('div', { class: 'verdict' }, icon(path), heading),
    ...content,
  )
}

function factList(facts: Fact[], words: Words): HTMLElement {
  const rows = facts.flatMap(([name, value]) => [element('dt', {}, words.facts[name]), element('dd', {}, value)])
  return element('dl', { class: 'facts' }, ...rows)
}
