import { createTransport } from 'nodemailer'
import { expect, it } from 'vitest'
import { withTimeouts } from './mailer.ts'

/** Options of the transport for an address. */
const optionsOf = (url: string) => createTransport(withTimeouts(url)).options

it('a silent mail server times out after ten seconds', () => {
  expect(optionsOf('smtps://user:p%40ss@mail.example:465')).toMatchObject({
    host: 'mail.example',
    port: 465,
    secure: true,
    auth: { user: 'user', pass: 'p@ss' },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  })
})

it('time limits in the operator’s address are kept', () => {
  expect(optionsOf('smtp://mail.example?socketTimeout=60000&pool=true')).toMatchObject({
    pool: true,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  })
})
