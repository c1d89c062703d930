/** A server's WebSocket frame of a text: final, not masked, not compressed (RFC 6455, section 5.2). */
export function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([headerOf(body.length), body])
}

function headerOf(length: number): Buffer {
  if (length < 126) return Buffer.from([0x81, length])
  const header = Buffer.alloc(length < 65_536 ? 4 : 10)
  header[0] = 0x81
  header[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) header.writeUInt16BE(length, 2)
  else header.writeUInt32BE(length, 6)
  return header
}
