import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { UploadedFile } from './call.ts'

/**
 * Reads a multipart body: its text fields, and the operation's file, up to its limit.
 * @throws Refusal `unsupported_media` for another kind of body, `too_large` past the limit.
 */
export async function readMultipart(
  request: FastifyRequest,
  { file: fileField, limitBytes }: { file: string; limitBytes: number },
): Promise<{ fields: Record<string, string>; file: UploadedFile | undefined }> {
  if (!request.isMultipart()) throw new Refusal('unsupported_media')
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits: { fileSize: limitBytes } })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new Refusal('too_large')
      // Ignore names of prototype members.
      if (!Object.hasOwn(Object.prototype, part.fieldname)) fields[part.fieldname] = String(part.value)
      continue
    }
    const bytes = await part.toBuffer()
    if (part.fieldname === fileField && bytes.length > 0) {
      file = { name: part.filename.slice(0, 200), mediaType: part.mimetype, bytes }
    }
  }
  return { fields, file }
}
