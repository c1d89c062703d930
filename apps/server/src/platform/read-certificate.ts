import { connect } from 'node:tls'

const answerWithinMs = 5_000
const tlsPort = 443

/**
 * Reads when the certificate of an `https:` origin expires, whoever issued it. The origin is one of our own, from the
 * settings.
 * @throws Error if nothing answers in time
 */
export function readCertificateEnd(origin: string): Promise<Date> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: Number(port) || tlsPort, servername: hostname }
    // An expired or untrusted certificate has an end too; nothing is sent over this connection.
    const socket = connect({ ...options, rejectUnauthorized: false, timeout: answerWithinMs }, () => {
      const end = new Date(socket.getPeerCertificate().valid_to)
      socket.destroy()
      if (Number.isNaN(end.getTime())) reject(new Error(`${hostname} shows no certificate`))
      else resolve(end)
    })
    socket.on('timeout', () => socket.destroy(new Error(`${hostname} did not answer`)))
    socket.on('error', reject)
  })
}
