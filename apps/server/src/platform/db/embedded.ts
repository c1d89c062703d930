import { toError } from '@dhow/platform/error-code'
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { appRole } from './limits.ts'

/** Prepared statements kept; statements with lists of varying length must not fill the memory with plans. */
const maxPlans = 500

/** Opens the embedded engine in a folder, or in memory, starting from the dump if there is one. */
export async function openEngine(options: { dataDir?: string; loadDataDir?: Blob }): Promise<PGlite> {
  // Imported on use: loading the engine takes longer than opening a connection.
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create(options)
}

/** The engine that is open now; `reopen` replaces it after a failure has broken it. */
export interface OpenEngine {
  current: PGlite
  /** True after a fatal failure, such as no room on the disk for its log: from then on it is only closed. */
  hasEnded?: boolean
  reopen(): Promise<PGlite>
}

/**
 * The embedded engine behind PostgreSQL's own client, so that values are converted as on a server. The engine has one
 * session, so the pool has one connection: a transaction holds it and everything else waits. Using the outer handle
 * inside a transaction would deadlock, which is why it does not compile. The session has a role, or `none`: the
 * owner's.
 */
export function poolOfEngine(
  engine: OpenEngine,
  types: pg.CustomTypesConfig,
  poolWaitMs: number,
  role: 'none' | typeof appRole,
): pg.Pool {
  return new pg.Pool({
    Client: PlanningClient,
    stream: () => new EngineSocket(engine, role),
    types,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: poolWaitMs,
    // Set here, so that the environment does not.
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
}

/** Names each statement with values: the engine parses and plans it once, which is half the cost of a short one. */
export class PlanningClient extends pg.Client {
  readonly #names = new Map<string, string>()

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- passes all overloads of the client's own method on
  override query(statement: any, values?: any, done?: any): any {
    if (typeof statement !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(statement, values, done)
    const name = this.#names.get(statement) ?? (this.#names.size < maxPlans ? `s${this.#names.size}` : undefined)
    if (name === undefined) return super.query(statement, values, done)
    this.#names.set(statement, name)
    return super.query({ name, text: statement, values }, done)
  }
}

/** Fake socket for the client: executes what is written and returns the answer. */
class EngineSocket extends Duplex {
  readonly #engine: OpenEngine
  readonly #role: string

  constructor(engine: OpenEngine, role: string) {
    super()
    this.#engine = engine
    this.#role = role
  }

  connect() {
    this.#reset().then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(toError(error)),
    )
    return this
  }

  /** Resets the engine's only session for a new client, and undoes what a failed client left in it. */
  async #reset() {
    const begin = () => this.#engine.current.exec(`rollback; deallocate all; set role ${this.#role}`)
    try {
      if (this.#engine.hasEnded) throw new Error('the embedded engine is closed')
      await begin()
    } catch {
      this.#engine.current = await this.#engine.reopen()
      this.#engine.hasEnded = false
      await begin()
    }
  }

  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this

  override _read() {}

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void) {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done)
  }

  override _write(messages: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    void this.#ask(messages, done)
  }

  async #ask(messages: Buffer, done: (error?: Error | null) => void) {
    let failure: Error | null = null
    try {
      const answer = await this.#engine.current.execProtocolRaw(messages)
      if (answer.length > 0) this.push(answer)
      if (expectsReady(messages) && !endsWithReady(answer)) {
        this.#engine.hasEnded = true
        failure = new Error('the embedded engine is closed')
      }
    } catch (error) {
      failure = toError(error)
    }
    done(failure)
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }
}

const query = 0x51
const sync = [0x53, 0, 0, 0, 4]
const ready = [0x5a, 0, 0, 0, 5]

/**
 * True if the server ends its answer to these messages with ReadyForQuery:
 * https://www.postgresql.org/docs/current/protocol-flow.html
 */
const expectsReady = (messages: Buffer) =>
  messages[0] === query || sync.every((byte, index) => messages[messages.length - sync.length + index] === byte)

/** ReadyForQuery carries its state as one more byte. An ended engine answers with the error alone. */
const endsWithReady = (answer: Uint8Array) =>
  ready.every((byte, index) => answer[answer.length - ready.length - 1 + index] === byte)
