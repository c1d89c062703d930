// Writes generated files, or with `--check` names those that are not current; a generator of reference pages, calls or the lock is code that
// makes their text, and lives beside what it reads.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

/** The files below `folder` that are missing or differ. @param {Map<string, string>} files path to text */
export function outdated(files, folder = root) {
  const isCurrent = ([name, text]) =>
    existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8') === text
  return [...files].filter((file) => !isCurrent(file))
}

/** Writes what is not current, or fails for it with `--check`. */
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
