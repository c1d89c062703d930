import type { Db } from '../../platform/db/index.ts'
import type { LogName } from './logs.ts'
import { readKeys, type LogFile } from './read-file.ts'

const withoutWitnesses = 'quorum none\n'

/**
 * Policy with which anybody can verify a log's files (c2sp.org/tlog-policy): its own keys, and the witnesses of the
 * operator's file without their URLs. Undefined before the log exists.
 */
export async function readPublicPolicy(db: Db, log: LogName, text = withoutWitnesses): Promise<LogFile | undefined> {
  const keys = await readKeys(db, log)
  if (keys.length === 0) return undefined
  const own = keys.map(({ verifier_key }) => `log ${verifier_key}`)
  const rules = text
    .split('\n')
    .map((line) => line.trim().split(/[ \t]+/))
    .filter(([keyword = '']) => ['witness', 'group', 'quorum'].includes(keyword))
    .map((words) => (words[0] === 'witness' ? words.slice(0, 3) : words).join(' '))
  return { content: [...own, ...rules, ''].join('\n'), isFinal: false }
}
