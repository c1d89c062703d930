import { base, readToken } from './api.ts'

/** Asks for a file of the player's. The token goes in a header, so a link alone would not do. */
export const fetchFile = (path: string): Promise<Response> =>
  fetch(`${base}${path}`, { headers: { authorization: `Bearer ${readToken()}` } })

/** Keeps an answer as a file on the device. @throws Error where the answer is no file */
export async function saveFile(response: Response, name: string): Promise<void> {
  if (!response.ok) throw new Error(`the download answered ${response.status}`)
  keepFile(new File([await response.blob()], name))
}

/** Keeps a file on the device. */
export function keepFile(file: File): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
  URL.revokeObjectURL(url)
}
