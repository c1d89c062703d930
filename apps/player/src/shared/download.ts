import { base, readToken } from './api.ts'

/** Fetches a file of the player's; a plain link would lack the token header. */
export const fetchFile = (path: string): Promise<Response> =>
  fetch(`${base}${path}`, { headers: { authorization: `Bearer ${readToken()}` } })

/** Saves an answer as a file on the device. @throws Error if the answer is an error */
export async function saveFile(response: Response, name: string): Promise<void> {
  if (!response.ok) throw new Error(`the download answered ${response.status}`)
  downloadFile(new File([await response.blob()], name))
}

/** Saves a file on the device. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
  URL.revokeObjectURL(url)
}
