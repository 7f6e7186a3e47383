import { request as send, type Agent } from 'undici'
import { abortable } from './abortable.ts'
import { parseTarget } from './target.ts'
import { describeTransportError } from './transport-error.ts'
import { withoutHost } from './without-host.ts'
import type { AllowedPorts } from './ports.ts'
import type { GuardedRequest, OpenedResponse } from './types.ts'

/** Makes one GET through the guarded agent. The caller reads the body; the time between two chunks is limited. */
export async function guardedOpen(
  agent: Agent,
  allowedPorts: AllowedPorts,
  address: string,
  init: Pick<GuardedRequest, 'headers' | 'timeoutMs' | 'signal'>,
): Promise<OpenedResponse> {
  const parsed = parseTarget(address, allowedPorts)
  if (!parsed.ok) return parsed
  const timeoutMs = init.timeoutMs ?? 15_000
  // The time limit ends the wait for the start of the reply. It does not end the reading of a large body.
  const begin = new AbortController()
  const timer = setTimeout(() => begin.abort(), timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, begin.signal]) : begin.signal
  try {
    const sent = send(parsed.target.url, {
      dispatcher: agent,
      headers: withoutHost(init.headers),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal,
    })
    const { statusCode: status, headers, body } = await abortable(sent, signal)
    // If the caller destroys the body early, its error must not be unhandled.
    body.on('error', () => undefined)
    return { ok: true, status, headers, body }
  } catch (error) {
    if (begin.signal.aborted) return { ok: false, code: 'timeout', detail: 'No answer in time.' }
    return { ok: false, ...describeTransportError(error) }
  } finally {
    clearTimeout(timer)
  }
}
