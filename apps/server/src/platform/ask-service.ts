import { numbersAsText } from './signed-json.ts'

const answerLimitBytes = 64 * 1024

/** Status and JSON of a service's answer, with numbers as text; undefined without an answer. */
export interface ServiceAnswer {
  status: number
  json: unknown
}

/**
 * Calls an outside service once. A timeout, a lost connection, too long an answer and invalid JSON all return
 * undefined: the outcome is unknown. Redirects are not followed.
 */
export async function askService(
  url: string,
  request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: unknown; timeoutMs: number },
): Promise<ServiceAnswer | undefined> {
  try {
    const response = await fetch(url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    })
    const text = await boundedText(response, answerLimitBytes)
    return text === undefined ? undefined : { status: response.status, json: numbersAsText(text) }
  } catch {
    // The outcome is unknown: the caller keeps the payment open and asks again with the same reference.
    return undefined
  }
}

/** Text of an answer; undefined if it is longer than the limit. Nothing is read past the limit. */
export async function boundedText(response: Response, limitBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (!response.body) return ''
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > limitBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
