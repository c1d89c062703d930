/** Keyboard shortcuts of a game's page: its own, and Space or Enter for the large button, unless a field, button or dialog takes them. */
export function listenToKeys(parts: {
  dialog: HTMLDialogElement
  /** Action of the game's own key; undefined without one. */
  own(key: string): (() => void) | undefined
  press(): void
}): void {
  addEventListener('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body
    const isTaken = target.closest('input:not([type=range]), button, summary, a, dialog') !== null
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || parts.dialog.open) return
    const own = parts.own(event.key.toLowerCase())
    if (own && target.closest('input') === null) {
      event.preventDefault()
      own()
    } else if ((event.key === ' ' || event.key === 'Enter') && !isTaken) {
      event.preventDefault()
      parts.press()
    }
  })
}
