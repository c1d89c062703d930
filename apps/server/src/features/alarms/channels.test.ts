import { createTransport } from 'nodemailer'
import { expect, it } from 'vitest'
import { withTimeouts } from './mailer.ts'

/** The options with which the transport of an address connects. */
const optionsOf = (url: string) => createTransport(withTimeouts(url)).options

it('a mail server that stays silent is given up after ten seconds', () => {
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

it('limits of the operator’s own address stay', () => {
  expect(optionsOf('smtp://mail.example?socketTimeout=60000&pool=true')).toMatchObject({
    pool: true,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  })
})
