import { bytesOfText, sha256, toHex } from '@dhow/fairness/sha256'
import type { SeedsView } from '../../../src/instant/messages.ts'
import { h, setText } from '../dom.ts'
import { openDialog, row } from '../dialog.ts'
import { randomSeed } from './random-seed.ts'
import type { Words } from './words.ts'

export interface SeedsParts {
  seeds(): SeedsView
  hasOpenRound(): boolean
  rotate(commitment: string, clientSeed: string): Promise<string>
}

/** Dialog of the seeds: commitment, client seed, and rotation to the next pair, which reveals the current one. */
export function openSeeds(dialog: HTMLDialogElement, words: Words, parts: SeedsParts): void {
  const texts = words.seeds
  const body = h('div', { class: 'seeds' })
  const status = h('p', { class: 'status', role: 'status' })
  const input = h('input', {
    type: 'text',
    class: 'mono seed-input',
    maxlength: 64,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': texts.newClient,
    value: randomSeed(),
  })
  const shuffle = () => (input.value = randomSeed())
  const change = h('button', { type: 'button', class: 'quiet-button', onclick: () => void rotate() }, texts.rotate)

  async function rotate(): Promise<void> {
    if (parts.hasOpenRound()) return setText(status, texts.roundOpen)
    change.disabled = true
    setText(status, texts.rotating)
    const code = await parts.rotate(parts.seeds().next, input.value.trim())
    change.disabled = false
    setText(
      status,
      code === 'ok' ? texts.rotated : code === 'round_open' ? texts.roundOpen : (words.refused[code] ?? code),
    )
    if (code === 'ok') shuffle()
    draw()
  }

  function draw(): void {
    const { active, next, last } = parts.seeds()
    const matches = last !== null && toHex(sha256(bytesOfText(last.serverSeed))) === last.commitment
    body.replaceChildren(
      h('p', { class: 'quiet' }, texts.explained),
      h(
        'dl',
        {},
        active ? row(texts.commitment, active.commitment) : null,
        active ? row(texts.client, active.clientSeed) : null,
        active ? row(texts.nonce, String(active.nonce)) : null,
        row(texts.next, next),
      ),
      h(
        'div',
        { class: 'seed-change' },
        h('label', {}, h('span', { class: 'opt-label' }, texts.newClient), input),
        h('button', { type: 'button', class: 'quiet-button', onclick: shuffle }, texts.shuffle),
        change,
      ),
      status,
      last
        ? h(
            'dl',
            { class: 'seed-last' },
            row(texts.last, last.serverSeed),
            h('p', { class: matches ? 'good' : 'bad' }, matches ? texts.matches : texts.differs),
            row(texts.lastClient, last.clientSeed),
            row(texts.lastRounds, String(Math.max(0, last.nonce - 1))),
          )
        : '',
    )
  }
  draw()
  openDialog(dialog, texts.title, words.proof.close, body)
}
