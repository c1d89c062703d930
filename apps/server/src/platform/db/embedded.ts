import { toError } from '@dhow/platform/error-code'
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { appRole } from './limits.ts'

/** So many statements keep their plans; a list of many lengths in a statement must not fill the memory with one for each. */
const plansAtMost = 500

/** Opens the embedded engine in a folder, or in memory; what lies there at first is as in the dump, if there is one. */
export async function openEngine(options: { dataDir?: string; loadDataDir?: Blob }): Promise<PGlite> {
  // Only where it is used: reading its program takes longer than opening a connection.
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create(options)
}

/** The engine that is open now: `reopen` puts another one in its place where a failure has broken it. */
export interface OpenEngine {
  current: PGlite
  /** True once it ended at a failure, such as a log without room on the disk: nothing but its close is asked of it again. */
  hasEnded?: boolean
  reopen(): Promise<PGlite>
}

/**
 * The embedded engine behind PostgreSQL's own client, so that values go and come as they do on a server. The engine has one session, and so
 * the pool one connection: a transaction holds it and everything else waits its turn. What asks for the outer handle inside a transaction
 * would wait for itself, as it should not compile. Its session has a role, or `none`: the owner's.
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
    // Set here, or the environment would set it.
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
}

/** Gives each statement with values a name of its own: the engine reads and plans it once, which is half of what a short one costs. */
class PlanningClient extends pg.Client {
  readonly #names = new Map<string, string>()

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the client's own calls, of which there are many forms, go through
  override query(statement: any, values?: any, done?: any): any {
    if (typeof statement !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(statement, values, done)
    const name = this.#names.get(statement) ?? (this.#names.size < plansAtMost ? `s${this.#names.size}` : undefined)
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

  /** A new client expects a new session, and the engine has one: what a client before left there, as it went by an error, is undone. */
  async #reset() {
    const begin = () => this.#engine.current.exec(`rollback; deallocate all; set role ${this.#role}`)
    try {
      if (this.#engine.hasEnded) throw new Error('the embedded engine has ended')
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
      if (asksForEnd(messages) && !saysReady(answer)) {
        this.#engine.hasEnded = true
        failure = new Error('the embedded engine has ended')
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

/** True if the last of these messages is answered by "ready for query" in the end: https://www.postgresql.org/docs/current/protocol-flow.html */
const asksForEnd = (messages: Buffer) =>
  messages[0] === query || sync.every((byte, index) => messages[messages.length - sync.length + index] === byte)

/** That message has its state as one more byte. An engine that has ended answers with the error alone. */
const saysReady = (answer: Uint8Array) =>
  ready.every((byte, index) => answer[answer.length - ready.length - 1 + index] === byte)
