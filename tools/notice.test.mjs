import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const at = (path) => new URL(`../${path}`, import.meta.url)
const read = (path) => readFileSync(at(path), 'utf8')
const workspaces = ['apps', 'packages'].flatMap((folder) => readdirSync(at(folder)).map((name) => `${folder}/${name}`))

it('NOTICE lists exactly the packages that ours depend on', () => {
  const asked = new Set()
  for (const folder of ['.', ...workspaces]) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(`${folder}/package.json`))
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      if (!name.startsWith('@dhow/')) asked.add(name.startsWith('@types/') ? '@types/*' : name)
  }
  const named = read('NOTICE')
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .flatMap((line) => line.trim().split(/ {2,}/)[0].split(', '))
  expect(named.sort()).toEqual([...asked].sort())
})
