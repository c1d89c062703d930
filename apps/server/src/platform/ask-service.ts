import { numbersAsText } from './signed-json.ts'

const answerLimitBytes = 64 * 1024

/** Answer of a service: its status and its JSON with numbers as text; undefined without an answer. */
export interface ServiceAnswer {
  status: number
  json: unknown
}

/**
 * Asks an outside service once. Silence, a broken line, too long an answer and one that is no JSON are all the same: undefined, which
 * means that the outcome is unknown. Redirects are not followed.
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
    // Nothing is known now; whoever asked keeps the payment open and asks again by the same reference.
    return undefined
  }
}

/** The text of an answer; undefined where it is longer than the limit, of which no more is read. */
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
