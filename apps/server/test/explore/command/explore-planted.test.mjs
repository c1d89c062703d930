import { describe, expect, it } from 'vitest'
import { applyPlanted, plantedBugs } from './explore-planted.mjs'
import { root } from '../../../../../tools/run.mjs'

describe('planted bugs of the fault explorer', () => {
  const bugs = plantedBugs()

  it('exist', () => expect(bugs.length).toBeGreaterThanOrEqual(30))

  it.each(bugs)('$name applies to the current sources and says what is missing', ({ file, missing }) => {
    expect(missing).toMatch(/^[A-Z].*\.$/)
    applyPlanted(file, root, ['--check'])
  })
})
