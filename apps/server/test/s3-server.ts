import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../src/platform/s3-store.ts'
import { freePort } from './free-port.ts'

const { DHOW_TEST_S3: given, DHOW_TEST_S3_BUCKET: bucket = 'dhow', DHOW_TEST_S3_KEY: key = '' } = process.env
const region = 'us-east-1'
const common = { bucket, region, isPathStyle: true, timeoutMs: 10_000, namesAtOnce: 2 }
/** Longer than a busy machine needs for each step. */
const upWithinMs = 120_000

/** Ceph's programs, in Debian and Ubuntu the packages radosgw, ceph-mon and ceph-osd. */
const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']
const folders = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(':')]

/** Whether this machine has an S3 store for tests: one that DHOW_TEST_S3 names, or the programs of Ceph. */
export const hasS3 =
  given !== undefined || programs.every((name) => folders.some((folder) => existsSync(join(folder, name))))
if (!hasS3)
  console.warn('skipped: files on S3, since there is no radosgw, ceph-mon and ceph-osd; DHOW_TEST_S3 is not set')

/** A store with an empty bucket: the one that DHOW_TEST_S3 names, whose key is `id:secret`, or a new one of Ceph. */
export async function openS3Server(): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  if (given === undefined) return startCeph()
  const [keyId = '', secret = ''] = key.split(':')
  return { settings: { ...common, endpoint: given, keyId, secret }, stop: () => Promise.resolve() }
}

/** Ceph in its smallest form: one monitor, one store in memory, and the gateway that speaks S3. */
async function startCeph() {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-ceph-'))
  const port = await freePort()
  const [keyId, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
  const settings = { ...common, endpoint: `http://127.0.0.1:${port}`, keyId, secret }
  const running: ChildProcess[] = []
  const file = await writeSettings(folder)
  const env = { PATH: folders.join(':'), CEPH_CONF: file, HOME: folder }
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: upWithinMs })
  const start = (program: string, ...words: string[]) => {
    running.push(spawn(program, ['-f', '-c', file, ...words], { env, stdio: 'ignore' }))
  }
  async function stop() {
    const ended = running.filter((child) => child.exitCode === null && child.signalCode === null)
    for (const child of ended.toReversed()) {
      const end = once(child, 'exit')
      child.kill('SIGKILL')
      await end
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    start('ceph-mon', '-i', 'a')
    const store = randomUUID()
    run('ceph', '--connect-timeout', String(upWithinMs / 1_000), 'osd', 'new', store)
    mkdirSync(join(folder, 'osd'))
    run('ceph-osd', '-i', '0', '-c', file, '--mkfs', '--osd-uuid', store)
    start('ceph-osd', '-i', '0')
    run(
      'radosgw-admin',
      'user',
      'create',
      '--uid=dhow',
      '--display-name=dhow',
      `--access-key=${keyId}`,
      `--secret=${secret}`,
    )
    start('radosgw', '-n', 'client.gateway', `--rgw-frontends=beast endpoint=127.0.0.1:${port}`)
    await makeBucket(settings)
    return { settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Writes the settings and the monitor's first state. @returns the path of the settings */
async function writeSettings(folder: string): Promise<string> {
  const file = join(folder, 'ceph.conf')
  const id = randomUUID()
  const monitor = `v2:127.0.0.1:${await freePort()}/0`
  const rows = [
    ...[`fsid = ${id}`, `mon host = [${monitor}]`, 'auth cluster required = none', 'auth service required = none'],
    // The gateway insists on encryption, which needs keys.
    ...[
      'auth client required = none',
      'ms mon client mode = crc',
      'public addr = 127.0.0.1',
      `run dir = ${folder}`,
      `log file = ${folder}/log`,
    ],
    ...[
      `mon data = ${folder}/mon`,
      `osd data = ${folder}/osd`,
      'osd objectstore = memstore',
      'memstore device bytes = 1073741824',
    ],
    ...[
      'osd pool default size = 1',
      'osd pool default min size = 1',
      'osd pool default pg num = 1',
      'osd crush chooseleaf type = 0',
    ],
    ...['mon allow pool size one = true', 'mon data avail crit = 1', `admin socket = ${folder}/$name.sock`],
  ]
  writeFileSync(file, `[global]\n${rows.join('\n')}\n`)
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { env: { PATH: folders.join(':') }, stdio: ['ignore', 'pipe', 'pipe'] })
  const map = join(folder, 'monmap')
  run('monmaptool', '--create', '--addv', 'a', `[${monitor}]`, '--fsid', id, map)
  run('ceph-mon', '-c', file, '-i', 'a', '--mkfs', '--monmap', map)
  return file
}

/** Makes the bucket, as soon as the gateway answers. */
async function makeBucket({ endpoint, keyId, secret }: S3Settings) {
  const untilMs = performance.now() + upWithinMs
  for (;;) {
    const signed = await new AwsV4Signer({
      ...{ method: 'PUT', url: `${endpoint}/${bucket}`, accessKeyId: keyId, secretAccessKey: secret },
      ...{ service: 's3', region },
    }).sign()
    const answer = await fetch(signed.url, { method: 'PUT', headers: signed.headers }).catch(() => undefined)
    if (answer?.ok) return
    if (performance.now() > untilMs) throw new Error(`the bucket could not be made: ${answer?.status ?? 'no answer'}`)
    await setTimeout(100)
  }
}
