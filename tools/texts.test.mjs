// Finds forbidden texts in all files, beyond the code that the linter checks.
import { describe, expect, it } from 'vitest'
import { readSources } from '../packages/lint/sources.mjs'

/** For each fault: its pattern and the files to search. */
const rows = {
  'a path of one machine': [/(?<![\w.-])\/(?:home|Users|root|work)\/[\w.-]+|\b[A-Z]:\\+Users\b/, /./],
  'a mark of an unfinished merge': [/^(?:<{7}|>{7}) /m, /./],
  'a mark other than @TODO': [/--\s*(?:TODO|FIXME|XXX|HACK)\b/, /\.sql$/],
  'a comment that does not begin with its subject or a verb': [
    /(?<!^[ \t]*--.*\n)^[ \t]*--[ \t]*(What|Who|Whose|Where|Which)(ever|m)?\b/m,
    /^apps\/server\/database\/.*\.sql$/,
  ],
}

const faultsOf = (files) => {
  const faults = Object.entries(rows).flatMap(([name, [find, where]]) =>
    [...files].filter(([path, text]) => where.test(path) && find.test(text)).map(([path]) => `${path}: ${name}`),
  )
  // Compiler output beside its source.
  const compiled = [...files.keys()].filter(
    (path) => /\.(js|d\.ts)$/.test(path) && files.has(path.replace(/\.(js|d\.ts)$/, '.ts')),
  )
  return [...faults, ...compiled.map((path) => `${path}: compiled, set outDir`)]
}
const own = 'tools/texts.test.mjs'

describe('the texts of this repository', () => {
  it('have no local paths, merge markers or unclear comments', () => {
    expect(faultsOf(new Map([...readSources()].filter(([path]) => path !== own)))).toEqual([])
  })

  it.each([
    ['docs/start.md', 'Go to /home/somebody/dhow first.'],
    ['bench/a.mjs', `const out = '/root/results.json'`],
    ['docs/start.md', `one\n<<<<<<< HEAD\ntwo`],
    ['apps/server/database/functions/a/a.sql', 'select 1 -- FIXME'],
    ['apps/server/database/views/a/a.sql', 'create table a (\n  -- What it costs.\n  b int)'],
  ])('are found if %s has %j', (path, text) => {
    expect(faultsOf(new Map([[path, text]]))).toHaveLength(1)
  })

  it('include compiler output beside sources', () => {
    const files = { 'apps/server/test/parts.ts': '', 'apps/server/test/parts.js': '' }
    expect(faultsOf(new Map(Object.entries(files)))).toHaveLength(1)
  })

  it('may contain words that must not be first', () => {
    const text = '-- The price,\n-- Which is never below zero.\ncreate table a ()'
    expect(faultsOf(new Map([['apps/server/database/views/a/a.sql', text]]))).toEqual([])
  })
})
