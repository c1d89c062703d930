import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { errorCode } from '@dhow/platform/error-code'
import { fieldsOf } from '@dhow/contract/records'
import { OperatorError } from '@dhow/platform/process'
import { Reader, type CountryResponse } from 'mmdb-lib'
import { every } from '../every.ts'
import { openJobs } from '../jobs.ts'
import type { Platform } from '../platform.ts'
import { readCountryCode } from './country-code.ts'

/** Table of networks and their countries, in the MaxMind format. */
export interface CountryTable {
  countryOf(ip: string): string | undefined
  close(): Promise<void>
}

const checkIntervalMs = 60_000
/** A table has to name a country among its first networks, this many, to count as one. */
const networksChecked = 10_000

/**
 * Reads the operator's table, and again within a minute after the file was replaced; an unreadable replacement leaves
 * the old table in use.
 * @throws OperatorError if the file is missing, broken, or names no country
 */
export async function openCountryTable(
  path: string,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
): Promise<CountryTable> {
  let seen = await markOf(path)
  let table = await readTable(path)
  async function look() {
    const mark = await markOf(path)
    if (mark === seen) return
    table = await readTable(path)
    seen = mark
    log.info({ path }, 'the table of countries was reloaded')
  }
  // A job list of its own: each server reads its table, also one that runs no shared jobs.
  const close = every({ clock, log, jobs: openJobs(clock) }, 'country-table', checkIntervalMs, look)
  return { countryOf: (ip) => countryIn(table, ip), close }
}

/** Changes when the file is replaced; constant if it is missing, which reading it reports. */
const markOf = (path: string) =>
  stat(path).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
    () => '',
  )

type Table = Reader<CountryResponse>

async function readTable(path: string): Promise<Table> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new OperatorError(
      `COUNTRY_DATABASE names ${path}, which cannot be read (${errorCode(error) ?? 'no reason'}).`,
    )
  })
  const table = parse(bytes)
  if (table && hasCountrySource(table)) return table
  throw new OperatorError(`COUNTRY_DATABASE names ${path}, which is no table of countries in the format of MaxMind.`)
}

function parse(bytes: Buffer): Table | undefined {
  try {
    return new Reader<CountryResponse>(bytes)
  } catch {
    // The file may hold any bytes: then there is no reader.
    return undefined
  }
}

/** Whether one of the first IPv4 networks has a country; other kinds of tables name none. */
function hasCountrySource(table: Table): boolean {
  try {
    let from = 0
    for (let count = 0; count < networksChecked && from < 2 ** 32; count++) {
      const [row, bits] = table.getWithPrefixLength([24, 16, 8, 0].map((shift) => (from / 2 ** shift) & 255).join('.'))
      if (codeOf(row) !== undefined) return true
      from += 2 ** (32 - bits)
    }
  } catch {
    // A file that breaks during the walk is broken.
    return false
  }
  return false
}

function countryIn(table: Table, ip: string): string | undefined {
  // A dual-stack socket writes IPv4 addresses as IPv6.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? undefined : codeOf(table.get(address))
}

/** MaxMind and DB-IP have `country.iso_code`; others have a flat `country_code` or `country`. */
function codeOf(row: unknown): string | undefined {
  const { country, country_code: flat } = fieldsOf(row)
  return readCountryCode(fieldsOf(country)['iso_code'] ?? flat ?? country)
}
