/** A rectangle in pixels of a sketch. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A pixel is at the edge of a letter if its neighbours differ by more than this; JPEG artefacts differ by less. */
const inkLevels = 36
/** Straight runs longer than these shares of width and height are rules and edges of cards, never letters. */
const runAcross = 0.13
const runDown = 0.065
/** Words this many line heights apart belong to different columns. */
const columnGap = 1.2
const maxDepth = 5

/**
 * Cuts a picture into words and lines: along empty rows, then along wide empty columns, recursively. Nothing depends on
 * the picture's scale, so a smaller copy is cut at the same places.
 */
export function cutIntoBoxes(grey: Uint8Array, width: number, height: number): Box[] {
  const ink = findInk(grey, width, height)
  eraseRuns(ink, width, height)
  const boxes: Box[] = []
  cutRows(ink, width, { x: 0, y: 0, width, height }, maxDepth, boxes)
  return boxes
}

function findInk(grey: Uint8Array, width: number, height: number): Uint8Array {
  const ink = new Uint8Array(width * height)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const across = (grey[at + 1] ?? 0) - (grey[at - 1] ?? 0)
      const down = (grey[at + width] ?? 0) - (grey[at - width] ?? 0)
      if (across > inkLevels || across < -inkLevels || down > inkLevels || down < -inkLevels) ink[at] = 1
    }
  return ink
}

function eraseRuns(ink: Uint8Array, width: number, height: number) {
  const erase = (count: number, length: number, atMost: number, at: (line: number, along: number) => number) => {
    for (let line = 0; line < count; line++) {
      let begin = 0
      for (let along = 0; along <= length; along++) {
        if (along < length && ink[at(line, along)] !== 0) continue
        if (along - begin > atMost) for (let erased = begin; erased < along; erased++) ink[at(line, erased)] = 2
        begin = along + 1
      }
    }
  }
  erase(height, width, width * runAcross, (y, x) => y * width + x)
  erase(width, height, height * runDown, (x, y) => y * width + x)
  for (let at = 0; at < ink.length; at++) if (ink[at] === 2) ink[at] = 0
}

function cutRows(ink: Uint8Array, width: number, box: Box, depth: number, found: Box[]) {
  const rows = new Uint8Array(box.height)
  for (let y = 0; y < box.height; y++) {
    const begin = (box.y + y) * width + box.x
    for (let x = 0; x < box.width; x++)
      if (ink[begin + x] === 1) {
        rows[y] = 1
        break
      }
  }
  for (const [top, bottom] of runsOf(rows, 1))
    cutColumns(ink, width, { ...box, y: box.y + top, height: bottom - top }, depth, found)
}

function cutColumns(ink: Uint8Array, width: number, box: Box, depth: number, found: Box[]) {
  const columns = new Uint8Array(box.width)
  for (let y = 0; y < box.height; y++) {
    const begin = (box.y + y) * width + box.x
    for (let x = 0; x < box.width; x++) if (ink[begin + x] === 1) columns[x] = 1
  }
  const runs = runsOf(columns, Math.max(3, columnGap * Math.min(box.height, width / 16)))
  for (const [left, right] of runs) {
    const part = { x: box.x + left, y: box.y, width: right - left, height: box.height }
    if (runs.length > 1 && depth > 0) cutRows(ink, width, part, depth - 1, found)
    else found.push(part)
  }
}

/** Start and end of each run of ones; runs fewer than `gap` zeros apart are merged. */
function runsOf(line: Uint8Array, gap: number): [number, number][] {
  const runs: [number, number][] = []
  for (let at = 0; at < line.length; at++) {
    if (line[at] === 0) continue
    const last = runs.at(-1)
    if (last && at - last[1] < gap) last[1] = at + 1
    else runs.push([at, at + 1])
  }
  return runs
}
