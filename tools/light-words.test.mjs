// The light pages use the portal's words in every language.
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const groups = readdirSync(new URL('apps/player/src/shared/words/en', root))

/** All texts of a catalogue with their paths. */
const leaves = (value, path = '') =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
const wordsAt = async (path) => (await import(new URL(path, root).href)).words
const portalIn = async (language) =>
  new Map(
    (
      await Promise.all(
        groups.map(async (file) =>
          leaves(await wordsAt(`apps/player/src/shared/words/${language}/${file}`), file.replace('.ts', '')),
        ),
      )
    ).flat(),
  )

it.each(['hi', 'af'])('the light pages translate to %s as the portal does', async (language) => {
  const [english, translated] = [await portalIn('en'), await portalIn(language)]
  const own = new Map(leaves(await wordsAt(`apps/server/src/light/words/${language}.ts`)))
  const faults = []
  for (const [path, text] of leaves(await wordsAt('apps/server/src/light/words/en.ts'))) {
    const sameAs = [...english].filter(([, said]) => said === text).map(([place]) => translated.get(place))
    if (sameAs.length > 0 && !sameAs.includes(own.get(path)))
      faults.push(`${path}: ${own.get(path)}; the portal has ${sameAs.join(' or ')}`)
    const gaps = (said) => (said.match(/\{\w+\}/g) ?? []).sort().join()
    if (gaps(own.get(path) ?? '') !== gaps(text)) faults.push(`${path} has other gaps than its English text`)
  }
  expect(faults).toEqual([])
})
