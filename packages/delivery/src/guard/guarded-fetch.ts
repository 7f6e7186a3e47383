import { request as send, type Agent } from 'undici'
import { abortable } from './abortable.ts'
import { parseTarget } from './target.ts'
import { describeTransportError } from './transport-error.ts'
import { withoutHost } from './without-host.ts'
import type { AllowedPorts } from './ports.ts'
import type { GuardedRequest, GuardedResponse } from './types.ts'

type Body = AsyncIterable<Uint8Array> & { destroy(): unknown; on(event: 'error', listener: () => void): unknown }

/** Reads at most `limit` bytes of a body. The status is already known, so a body that is too long or too slow is only truncated. */
async function readBounded(body: Body, limit: number): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  let truncated = false
  body.on('error', () => undefined)
  try {
    for await (const chunk of body) {
      const room = limit - length
      chunks.push(chunk.subarray(0, room))
      length += Math.min(chunk.length, room)
      if (chunk.length <= room) continue
      truncated = true
      break
    }
  } catch {
    truncated = true
  } finally {
    body.destroy()
  }
  return { bytes: Buffer.concat(chunks), truncated }
}

/** Makes one request through the guarded agent, limited in time and size. Failures are returned, not thrown. */
export async function guardedFetch(
  agent: Agent,
  allowedPorts: AllowedPorts,
  address: string,
  init: GuardedRequest,
): Promise<GuardedResponse> {
  const parsed = parseTarget(address, allowedPorts)
  if (!parsed.ok) return parsed
  const timeoutMs = init.timeoutMs ?? 15_000
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const headers = withoutHost(init.headers)
  try {
    const sent = send(parsed.target.url, {
      dispatcher: agent,
      method: init.method ?? 'GET',
      headers,
      body: init.body ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal,
    })
    const response = await abortable(sent, signal)
    const { bytes, truncated } = await readBounded(response.body, init.maxResponseBytes ?? 65_536)
    return { ok: true, status: response.statusCode, headers: response.headers, body: bytes, truncated }
  } catch (error) {
    if (timeout.aborted) return { ok: false, code: 'timeout', detail: 'No answer in time.' }
    return { ok: false, ...describeTransportError(error) }
  }
}
