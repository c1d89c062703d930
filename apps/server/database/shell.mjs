// A shell into the database of the running server. On PostgreSQL it is psql; on the embedded engine a small one over
// the server's socket, because only the server's process may open that engine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'

/**
 * @param {{ databaseUrl: string, dataDir: string, statement?: string }} options with a statement it runs that one and
 * exits
 * @returns {Promise<number>} exit code
 */
export async function openShell({ databaseUrl, dataDir, statement }) {
  return databaseUrl ? psql(databaseUrl, statement) : embedded(join(dataDir, 'db.sock'), statement)
}

function psql(url, statement) {
  const { error, status } = spawnSync('psql', statement ? [url, '-c', statement] : [url], { stdio: 'inherit' })
  if (error) console.error('psql is not installed: install the client programs of PostgreSQL.')
  return status ?? 1
}

async function embedded(path, statement) {
  const socket = existsSync(path) ? createConnection(path) : undefined
  const isOpen = await new Promise((resolve) => {
    if (!socket) return resolve(false)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!isOpen) {
    console.error(`No server runs on ${path}: start it with npm start or npm run dev.`)
    return 1
  }
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]()
  const ask = async (text) => {
    socket.write(JSON.stringify(text) + '\n')
    const { value, done } = await answers.next()
    return done ? { error: 'the server has ended' } : JSON.parse(value)
  }
  try {
    if (statement) return show(await ask(statement))
    console.log(
      'The embedded engine, as the server’s role. A statement ends with ; and is a transaction of its own. Ctrl-D leaves.',
    )
    await loop(ask)
    return 0
  } finally {
    socket.destroy()
  }
}

async function loop(ask) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: 'dhow=> ' })
  let text = ''
  terminal.prompt()
  for await (const line of terminal) {
    text += line + '\n'
    if (line.trimEnd().endsWith(';')) {
      show(await ask(text))
      text = ''
    }
    terminal.setPrompt(text.trim() === '' ? 'dhow=> ' : 'dhow-> ')
    terminal.prompt()
  }
}

/** Prints an answer and returns the exit code. */
function show({ rows, error }) {
  if (error) console.error(`error: ${error}`)
  else console.log(tableOf(rows))
  return error ? 1 : 0
}

/**
 * Rows as a table, numbers right-aligned, with their count.
 * @param {Record<string, unknown>[]} rows
 */
function tableOf(rows) {
  const columns = Object.keys(rows[0] ?? {})
  const textOf = (value) => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
  const table = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))]
  const widths = columns.map((_, index) => Math.max(...table.map((line) => line[index].length)))
  const isNumber = columns.map((_, index) => table.slice(1).every((line) => /^-?[\d.]*$/.test(line[index])))
  const print = (line) =>
    line.map((cell, index) => (isNumber[index] ? cell.padStart(widths[index]) : cell.padEnd(widths[index]))).join(' | ')
  const [head, ...body] = table.map((line) => print(line).trimEnd())
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-')
  return [
    ...(columns.length > 0 ? [head, rule, ...body] : []),
    `(${rows.length} row${rows.length === 1 ? '' : 's'})`,
  ].join('\n')
}
