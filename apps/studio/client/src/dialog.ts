import { h, setText } from './dom.ts'

/** Opens the page's one dialog with title and body; a tap outside or Escape closes it. */
export function openDialog(dialog: HTMLDialogElement, title: string, close: string, body: Node): void {
  const button = h('button', { type: 'button', class: 'quiet-button', onclick: () => dialog.close() }, close)
  dialog.replaceChildren(h('header', {}, h('h2', { id: 'dialog-title' }, title), button), body)
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close()
  }
  if (!dialog.open) dialog.showModal()
}

export const row = (name: string, value: string): HTMLElement =>
  h('div', {}, h('dt', {}, name), h('dd', { class: 'mono' }, value))

/** Link to copy, since a sandboxed frame may not always open windows. */
export function copyableLink(address: string, words: { copy: string; copied: string; open: string }): HTMLElement {
  const field = h('input', { type: 'text', readonly: true, value: address, 'aria-label': words.copy, class: 'mono' })
  const copy = h('button', { type: 'button', class: 'quiet-button', onclick: () => void copyLink() }, words.copy)
  async function copyLink(): Promise<void> {
    field.select()
    try {
      await navigator.clipboard.writeText(address)
      setText(copy, words.copied)
    } catch {
      // The frame may not write to the clipboard, so select the link for the player to copy.
      field.focus()
    }
  }
  const open = h('a', { href: address, target: '_blank', rel: 'noopener' }, words.open)
  return h('div', { class: 'proof-link' }, field, copy, open)
}
