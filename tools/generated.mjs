// Writes generated files, or with `--check` lists outdated ones. The generators of reference pages, calls and lock live beside their inputs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

/** Files below `folder` that are missing or differ. @param {Map<string, string>} files path to text */
export function outdated(files, folder = root) {
  const isCurrent = ([name, text]) =>
    existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8') === text
  return [...files].filter((file) => !isCurrent(file))
}

/** Writes outdated files, or fails with `--check`. */
export function writeOrCheck(files) {
  for (const [name, text] of outdated(files)) {
    if (process.argv.includes('--check')) {
      console.log(`${name} is not current: run npm run generate`)
      process.exitCode = 1
      continue
    }
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
    console.log(name)
  }
}
