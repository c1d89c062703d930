import { once } from 'node:events'
import { connect } from 'node:net'
import { signWebhook } from '@dhow/platform/standard-webhook'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readMail } from './mime.ts'
import { key, openTestSandbox, type TestSandbox } from './testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const behave = (answers: string, more: object = {}) =>
  sandbox.call('/mail/behaviour', { answers, reports: 'nothing', delay_ms: 0, ...more })

/** Sends lines to the mail server, each after the previous answer; returns all answers until the connection ends. */
async function say(...lines: string[]): Promise<string[]> {
  const socket = connect(sandbox.smtpPort, '127.0.0.1').setEncoding('latin1')
  const answers: string[] = []
  let left = [...lines]
  socket.on('data', (chunk) => {
    answers.push(...String(chunk).trimEnd().split('\r\n'))
    const [next, ...rest] = left
    left = rest
    if (next === undefined) socket.end()
    else socket.write(`${next}\r\n`)
  })
  await once(socket, 'close')
  return answers
}
const mailOf = (id: string, to = 'zoe@mail.example') => [
  'EHLO me',
  'MAIL FROM:<a@b.example>',
  `RCPT TO:<${to}>`,
  'DATA',
  `Message-ID: <${id}@localhost>\r\nSubject: =?UTF-8?B?${Buffer.from('जमा').toString('base64')}?=\r\n\r\nThe first line\r\n..\r\nand a dot.\r\n.`,
  'QUIT',
]

describe('the mail server', () => {
  it('keeps an e-mail once by id, shows it, and reports its arrival with a signature', async () => {
    await behave('accepts', { reports: 'delivered' })
    for (let time = 0; time < 2; time++)
      expect((await say(...mailOf('msg_1.ema_1'))).map((line) => line.slice(0, 3)).join(' ')).toBe(
        '220 250 250 250 354 250 221',
      )
    const [mail] = (await sandbox.call('/mail/received?to=zoe@mail.example')).json
    expect(mail).toMatchObject({
      to: ['zoe@mail.example'],
      subject: 'जमा',
      text: 'The first line\n.\nand a dot.',
      times: 2,
    })
    await vi.waitFor(() => expect(sandbox.callsTo('/email-reports')).toHaveLength(1))
    const [report] = sandbox.callsTo('/email-reports')
    const at = new Date(Number(report?.headers['webhook-timestamp']) * 1000)
    expect(report?.headers).toMatchObject(signWebhook(Buffer.from(key), 'report-msg_1.ema_1-1', at, report?.body ?? ''))
    const page = await sandbox.open('/mail')
    expect(page.heading()).toBe('E-mails')
    expect(page.items()).toEqual([
      expect.stringMatching(/^zoe@mail\.example.*2 times.*जमा.*The first line \. and a dot\./),
    ])
    page.field('Only this address').type('nobody')
    expect([page.items(), page.text()]).toEqual([[], expect.stringContaining('No e-mail yet')])
    expect(page.link('E-mails').href).toContain('/mail')
  })

  it.each([
    ['unknown', '550 5.1.1'],
    ['full', '552 5.2.2'],
    ['refuses', '554 5.7.1'],
  ])('set to %s answers %s and keeps nothing', async (answers, line) => {
    await behave(answers)
    const id = `msg_${answers}.ema_1`
    expect((await say(...mailOf(id))).some((one) => one.startsWith(line))).toBe(true)
    expect(JSON.stringify((await sandbox.call('/mail/received')).json)).not.toContain(id)
  })

  it('greylists a recipient once, refuses TLS after offering it, disconnects after the content, and hangs', async () => {
    await behave('greylists')
    expect(await say(...mailOf('msg_g.ema_1', 'new@mail.example'))).toContainEqual(
      expect.stringMatching(/^451 4\.7\.1/),
    )
    expect(await say(...mailOf('msg_g.ema_1', 'new@mail.example'))).toContain('250 2.0.0 kept')
    await behave('no_tls')
    expect(await say('EHLO me', 'STARTTLS')).toEqual([
      '220 sandbox',
      '250-sandbox',
      '250 STARTTLS',
      expect.stringMatching(/^454/),
    ])
    await behave('breaks')
    expect((await say(...mailOf('msg_b.ema_1'))).at(-1)).toBe('354 go on')
    expect((await sandbox.call('/mail/received')).json[0]).toMatchObject({ id: 'msg_b.ema_1' })
    await behave('hangs')
    expect((await say(...mailOf('msg_h.ema_1'))).length).toBe(3)
  })

  it('can be set only on its page', async () => {
    const page = await sandbox.open('/mail')
    page.field('Answers').choose('unknown')
    page.button('Set').press()
    await vi.waitFor(() => expect(page.status()).toBe('Set.'))
    expect((await sandbox.call('/mail/behaviour')).json.answers).toBe('unknown')
    expect((await behave('sings')).status).toBe(400)
  })

  it('delivers mail that is not for a player to the operator on duty', async () => {
    await behave('accepts')
    await say(...mailOf('ntc_1', 'operator@dhow.example'))
    expect((await sandbox.call('/alarms/received')).json[0]).toMatchObject({ by: 'e-mail', title: 'जमा' })
    expect(JSON.stringify((await sandbox.call('/mail/received')).json)).not.toContain('operator@dhow.example')
  })
})

describe('an e-mail of two bodies', () => {
  it('is read in every encoding', () => {
    const part = (type: string, encoding: string, text: string) =>
      `--x\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}\r\n`
    const mail = readMail(
      [
        'Subject: =?UTF-8?Q?Kode_=E2=80=99n?=\r\n =?UTF-8?Q?_ander?=',
        'X-Long: one\r\n two',
        'Content-Type: multipart/alternative; boundary="x"',
        '',
        `${part('text/plain', 'quoted-printable', 'A=20long=\r\n line =E2=82=B9')}${part('text/html', 'base64', Buffer.from('<p>₹</p>').toString('base64'))}--x--`,
      ].join('\r\n'),
    )
    expect(mail).toMatchObject({ text: 'A long line ₹', html: '<p>₹</p>' })
    expect(mail.headers.slice(0, 2)).toEqual([
      { name: 'Subject', value: 'Kode ’n ander' },
      { name: 'X-Long', value: 'one two' },
    ])
  })
})
