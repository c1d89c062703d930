import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../src/platform/db/index.ts'

const inside = new AsyncLocalStorage<{ isOpen: boolean }>()

/**
 * Runs another person's work while a transaction of this test is open, over a separate connection; only on PostgreSQL.
 */
export const asAnother = <T>(run: () => T): T => inside.exit(run)

/**
 * Refuses a second connection while a transaction holds the first. The embedded engine has one connection, so such a
 * call would deadlock there; and on PostgreSQL, transactions that each wait for one more could take every connection.
 * This makes each test on PostgreSQL detect it.
 */
export function withOneConnection(db: Database): Database {
  const check = () => {
    if (inside.getStore()?.isOpen) throw new Error('a second connection was asked for inside a transaction')
  }
  const executor = db.kysely.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = async (consumer) => {
    check()
    return provide(consumer)
  }
  return {
    ...db,
    transaction(work) {
      check()
      const state = { isOpen: true }
      return db.transaction((tx) =>
        inside.run(state, () =>
          work(tx).finally(() => {
            state.isOpen = false
          }),
        ),
      )
    },
    prepared(name, text, values) {
      check()
      return db.prepared(name, text, values)
    },
    serial(name, text, values) {
      check()
      return db.serial(name, text, values)
    },
  }
}
