import { readFileSync } from 'node:fs'
import { OperatorError } from './process.ts'

/** A row of a program's `settings.json`; `npm start -- --help` and the reference show the same rows. */
export interface Setting {
  name: string
  kind: 'port' | 'text' | 'path' | 'url' | 'origin' | 'choice' | 'number' | 'secret'
  /** Empty if optional. */
  default: string
  choices?: readonly string[]
  /** Minimum of a number, default 1. */
  least?: number
  /** Maximum of a number. */
  most?: number
  /** Description for people. */
  text?: string
}

/** Reads the rows of a program's `settings.json`. */
export const readSettingRows = (file: URL): Setting[] =>
  // The file is part of the program; the reference test checks its rows.
  JSON.parse(readFileSync(file, 'utf8')) as Setting[]

/** The version in a program's `package.json`. @throws Error if there is none */
export function readVersion(file: URL): string {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (
    typeof manifest !== 'object' ||
    manifest === null ||
    !('version' in manifest) ||
    typeof manifest.version !== 'string'
  )
    throw new Error(`${file.pathname} has no version`)
  return manifest.version
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings and collects all errors, so that a start reports them together. */
export interface SettingsReader {
  /** The trimmed text, or the default, which may be empty. @throws Error for a name without a row */
  value(name: string): string
  /** The same; undefined instead of an empty text. */
  optional(name: string): string | undefined
  /** The same as a number, in the unit of the setting's name. */
  number(name: string): number
  /** Errors so far; callers add those about settings that contradict each other. */
  faults: string[]
}

/** Opens a reader of these rows in this environment. */
export function openSettings(rows: readonly Setting[], env: Environment): SettingsReader {
  const faults: string[] = []
  const byName = new Map(rows.map((row) => [row.name, row]))
  const value = (name: string): string => {
    const setting = byName.get(name)
    if (!setting) throw new Error(`settings.json has no row ${name}`)
    const text = env[name]?.trim() || setting.default
    const fault = text === '' ? undefined : faultOf(setting, text)
    if (fault && !faults.includes(fault)) faults.push(fault)
    return text
  }
  return { value, optional: (name) => value(name) || undefined, number: (name) => Number(value(name)), faults }
}

/** @throws OperatorError with a line for each error, if there is any */
export function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new OperatorError(faults.join('\n'))
}

function faultOf({ name, kind, choices, least = 1, most = 999_999_999 }: Setting, text: string): string | undefined {
  switch (kind) {
    case 'port':
      return isWhole(text, least, 65_535)
        ? undefined
        : `${name} is "${text}"; it has to be a port from ${least} to 65535.`
    case 'number':
      return isWhole(text, least, most)
        ? undefined
        : `${name} is "${text}"; it has to be a whole number from ${least} to ${most}.`
    case 'choice':
      return choices?.includes(text) ? undefined : `${name} is "${text}"; it has to be one of ${choices?.join(', ')}.`
    case 'url':
      return URL.canParse(text) ? undefined : `${name} is not an address (URL).`
    case 'origin':
      return URL.canParse(text) && new URL(text).origin === text
        ? undefined
        : `${name} is "${text}"; it has to be an origin such as https://play.example.com, without a path.`
    default:
      return undefined
  }
}

const isWhole = (text: string, least: number, most: number) =>
  /^[0-9]+$/.test(text) && Number(text) >= least && Number(text) <= most
