import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A minimal mail server that stores what it receives; with `refuse` it answers that it is busy. */
export async function openMailServer() {
  const mails: { to: string; content: string }[] = []
  const server = createServer((socket) => converse(socket))
  const mailServer = {
    url: '',
    mails,
    refuse: false,
    close: () => void server.close(),
  }
  function converse(socket: Socket) {
    let text = ''
    let to = ''
    let isContent = false
    const answer = (line: string) => socket.write(`${line}\r\n`)
    answer('220 mail.example')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (;;) {
        const mark = isContent ? '\r\n.\r\n' : '\r\n'
        const end = text.indexOf(mark)
        if (end < 0) return
        const line = text.slice(0, end)
        text = text.slice(end + mark.length)
        if (isContent) {
          isContent = false
          mails.push({ to, content: line })
          answer('250 kept')
        } else if (/^RCPT TO:/i.test(line)) {
          to = /<(.*)>/.exec(line)?.[1] ?? ''
          answer(mailServer.refuse ? '451 try again' : '250 ok')
        } else if (/^DATA/i.test(line)) {
          isContent = true
          answer('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else answer('250 ok')
      }
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  mailServer.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return mailServer
}
