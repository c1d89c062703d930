import { h } from '../dom.ts'

/** Opens the page's one dialog with a title and a body; a tap beside it or Escape closes it. */
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
