// Checks that the examples of deploy name existing settings, ports, programs and paths, and contain no secret.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { closureOf } from './package.mjs'
import { settingGroups } from '../tools/settings.mjs'
import { readSources } from '../packages/lint/sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const rows = new Map(settingGroups.flatMap(({ settings }) => settings.map((row) => [row.name, row])))
const files = new Map(
  [...readSources()].filter(
    ([path]) =>
      /^deploy\/(?!cluster|observe)/.test(path) && !path.endsWith('.test.mjs') && path !== 'deploy/databases.sh',
  ),
)
const read = (path) => files.get(path) ?? ''

/** Names of other software: Node, libc and PostgreSQL's image. */
const notOurs = new Set([
  ...['NODE_ENV', 'MALLOC_ARENA_MAX', 'NODE_IMAGE', 'BASE_IMAGE', 'POSTGRES_PASSWORD', 'POSTGRES_INITDB_ARGS'],
  ...['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK', 'ON_ERROR_STOP', 'LC_ALL'],
])
/** Names in capitals with an underscore, the form of all settings. */
const namesIn = (text) => [
  ...new Set([...text.matchAll(/(?<![\w$])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/g)].map(([name]) => name)),
]
const unknownIn = (text) => namesIn(text).filter((name) => !rows.has(name) && !notOurs.has(name))
const portOf = (name) => rows.get(name).default
const programPorts = ['PORT', 'CONSOLE_PORT', 'STUDIO_PORT'].map(portOf)

/** Ports of this machine in an example that none of our programs uses; besides TLS, PostgreSQL and metrics. */
function strangePorts(text) {
  const env = read('deploy/dhow.env')
  const metrics = [...env.matchAll(/METRICS_PORT=(\d+)/g)].map(([, port]) => port)
  const known = new Set([...programPorts, ...metrics, '5432'])
  return [...text.matchAll(/(?:127\.0\.0\.1:|server:|containerPort: |port: |_PORT=)(\d{2,5})\b/g)]
    .map(([, port]) => port)
    .filter((port) => !known.has(port))
}

it('the examples exist', () => {
  expect([...files.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      'deploy/compose/compose.yml',
      'deploy/dhow.env',
      'deploy/helm/templates/server.yaml',
      'deploy/image/Containerfile',
      'deploy/proxy/Caddyfile',
      'deploy/proxy/nginx.conf',
      'deploy/systemd/dhow-server.service',
      'deploy/systemd/dhow-studio.service',
      'deploy/systemd/setup.sh',
    ]),
  )
})

it.each([...files.keys()])('%s names settings and ports that exist', (path) => {
  expect(unknownIn(read(path))).toEqual([])
  expect(strangePorts(read(path))).toEqual([])
})

it('an invented setting and an invented port are found', () => {
  expect(unknownIn('environment: { TRUSTED_PROXY: 10.0.0.1, TRUSTED_PROXIES: 10.0.0.1 }')).toEqual(['TRUSTED_PROXY'])
  expect(strangePorts('proxy_pass http://127.0.0.1:8090; reverse_proxy 127.0.0.1:8080')).toEqual(['8090'])
})

it('each proxy routes each public address to its program, streams unbuffered, with the client address', () => {
  const nginx = read('deploy/proxy/nginx.conf').replace('http://dhow_portal', `http://127.0.0.1:${portOf('PORT')}`)
  for (const [name, text] of [
    ['nginx', nginx],
    ['caddy', read('deploy/proxy/Caddyfile')],
  ]) {
    const leads = (host) =>
      new RegExp(`^(?:\\s*server_name )?${host}\\.example\\.com[; ][\\s\\S]*?127\\.0\\.0\\.1:(\\d+)`, 'm').exec(
        text,
      )?.[1]
    expect([name, ...['play', 'console', 'games'].map(leads)]).toEqual([name, ...programPorts])
  }
  expect(nginx).toContain('proxy_buffering off;')
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(nginx).toContain('proxy_set_header Upgrade $http_upgrade;')
  expect(read('deploy/proxy/Caddyfile').match(/flush_interval -1/g)).toHaveLength(3)
})

it('every installation starts both programs from the package’s files', () => {
  const started = (path) => [...read(path).matchAll(/apps\/(\w+)\/dist\/program\.js/g)].map(([, name]) => name)
  expect(started('deploy/image/Containerfile')).toEqual(['server'])
  expect(started('deploy/compose/compose.yml')).toEqual(['studio'])
  expect(started('deploy/systemd/dhow-server.service')).toEqual(['server'])
  expect(started('deploy/systemd/dhow-studio.service')).toEqual(['studio'])
  expect(read('deploy/helm/templates/_program.tpl')).toContain('apps/{{ .program }}/dist/program.js')
})

it('Helm’s templates use existing values, and all of them', () => {
  const templates = [...files].filter(([path]) => path.startsWith('deploy/helm/templates/')).map(([, text]) => text)
  const used = new Set(
    templates.flatMap((text) => [...text.matchAll(/(?:\.Values|\$values)\.(\w+)/g)].map(([, n]) => n)),
  )
  const given = [...read('deploy/helm/values.yaml').matchAll(/^(\w+):/gm)].map(([, name]) => name)
  expect([...used].toSorted()).toEqual(given.toSorted())
  for (const text of templates) expect(text.match(/\{\{/g).length).toBe(text.match(/\}\}/g).length)
})

it('the settings are written once, with a new secret in each place, readable by their owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-environment-'))
  try {
    const path = join(folder, 'dhow.env')
    const write = () =>
      execFileSync('sh', [join(root, 'deploy/environment.sh'), path, 'postgres'], { encoding: 'utf8' })
    expect(write()).toContain('is written')
    const text = readFileSync(path, 'utf8')
    const secrets = text.match(/\b[0-9a-f]{48}\b/g)
    expect(secrets).toHaveLength(7)
    expect(new Set(secrets).size).toBe(7)
    expect(text).toMatch(/^DATABASE_URL=postgres:\/\/dhow_server:[0-9a-f]{48}@postgres:5432\/dhow$/m)
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(write()).toContain('was not changed')
    expect(readFileSync(path, 'utf8')).toBe(text)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('a plain shell parses every script', () => {
  for (const path of ['environment.sh', 'databases.sh', 'systemd/setup.sh'])
    expect(spawnSync('sh', ['-n', join(root, 'deploy', path)]).status, path).toBe(0)
})

it('the package has all its dependencies, and none of development', () => {
  const found = closureOf(['sharp', '@node-rs/argon2'], () => true)
  expect(found).toEqual(expect.arrayContaining(['@img/sharp-linux-x64', '@node-rs/argon2-linux-x64-gnu', 'semver']))
  expect(found).not.toEqual(expect.arrayContaining(['vitest']))
})

const verifiers = [
  ['caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/proxy/Caddyfile'], 'Debian: apt install caddy'],
]
it.each(verifiers)('%s accepts its example, if it is installed', (command, args) => {
  const { error, status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (error) expect(error.code).toBe('ENOENT')
  else expect(status, stderr).toBe(0)
})
