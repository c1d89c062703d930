/** Arrow keys move within a grid of buttons; Tab enters and leaves it as one stop. */
export function gridKeys(grid: HTMLElement, cells: HTMLButtonElement[], columns: number): void {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }
  for (const [index, cell] of cells.entries()) cell.tabIndex = index === 0 ? 0 : -1
  grid.addEventListener('keydown', (event) => {
    const index = cells.findIndex((cell) => cell === event.target)
    const step = steps[event.key]
    const next = index < 0 || step === undefined ? undefined : cells[index + step]
    if (!next) return
    event.preventDefault()
    focus(next)
    next.focus()
  })
  grid.addEventListener('focusin', (event) => focus(event.target))
  function focus(one: EventTarget | null): void {
    for (const cell of cells) cell.tabIndex = cell === one ? 0 : -1
  }
}
