/** The rip across the sail in boat units, from beyond one edge to beyond the other. */
const rip = [
  [-1.5, -0.86],
  [-0.72, -0.98],
  [-0.5, -0.8],
  [-0.24, -1.06],
  [0.02, -0.82],
  [0.22, -1.04],
  [0.5, -0.8],
  [1.5, -0.98],
] as const

/**
 * Draws tearing cloth: the part below the rip stays on its spar, the part above flies off and fades.
 * `tear` is 0 for whole cloth and 1 once the upper part is gone.
 */
export function drawTorn(paint: CanvasRenderingContext2D, tear: number, drawCloth: () => void): void {
  if (tear <= 0) return drawCloth()
  part(paint, 1, drawCloth)
  if (tear >= 1) return
  paint.save()
  paint.globalAlpha = 1 - tear
  paint.translate(1.9 * tear, 0.5 * tear * tear - 0.7 * tear)
  paint.rotate(1.2 * tear)
  part(paint, -3, drawCloth)
  paint.restore()
}

/** Draws the cloth on one side of the rip: below it towards a positive edge, above it towards a negative one. */
function part(paint: CanvasRenderingContext2D, edge: number, drawCloth: () => void): void {
  paint.save()
  paint.beginPath()
  for (const [x, y] of rip) paint.lineTo(x, y)
  paint.lineTo(1.5, edge)
  paint.lineTo(-1.5, edge)
  paint.clip()
  drawCloth()
  paint.restore()
}
