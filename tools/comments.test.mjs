import { describe, expect, it } from 'vitest'
import { findComments } from './comments.mjs'
import { readSources } from './sources.mjs'

const read = (text, path = 'apps/server/src/a.ts') => findComments(new Map([[path, text]]))

describe('the style of comments', () => {
  it('holds in this repository', () => {
    expect(findComments(readSources())).toEqual([])
  })

  it.each([
    ['/** What a bet costs. */\nexport const cost = 1', 'What'],
    ['/**\n * Whoever asks is answered.\n */\nexport const cost = 1', 'Whoever'],
    ['const a = 1\n// Where it leads.\nconst b = 2', 'Where'],
    ['const a = 1 // Which of them.', 'Which'],
    ['// The loop breathes here.\nexport {}', 'breathes'],
    ['// The process is deaf then.\nexport {}', 'is deaf'],
  ])('is broken by %j', (text, word) => {
    expect(read(text)).toEqual([expect.stringMatching(new RegExp(`^apps/server/src/a.ts:\\d+ "${word}"`))])
  })

  it('is broken by a comment of SQL, and not by its second line', () => {
    const path = 'apps/server/database/migrations/0001_a.sql'
    expect(read('create table a (\n  -- What it costs.\n  b int)', path)).toEqual([
      `${path}:2 "What": begin a comment with its subject or a verb`,
    ])
    expect(read('-- The price,\n-- Which is never below zero.\ncreate table a ()', path)).toEqual([])
  })

  it('is broken by a comment between elements of a page', () => {
    expect(read('const a = <p>{/* What is shown. */}</p>', 'apps/player/src/a.tsx')).toHaveLength(1)
  })

  it.each([
    '// The rest of the sentence is on the next line:\n// What follows belongs to it.\nexport {}',
    'const text = "// What a string says is no comment"',
    'const words = /\\/\\/ What/',
    '/** Whether it is open. */\nexport const isOpen = true',
  ])('allows %j', (text) => {
    expect(read(text)).toEqual([])
  })
})
