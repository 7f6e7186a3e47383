import type { Guard, GuardedRequest, GuardedResponse } from '../guard/types.ts'
import { MASK } from './mask-secrets.ts'
import type { Transcript } from './transcript.ts'

/** Headers whose values are ours and say nothing secret. Those of the settings, and logins, are masked. */
const OPEN_HEADERS = new Set(['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])
/** Headers of answers that open a session. */
const SECRET_ANSWERS = new Set(['set-cookie', 'authorization', 'x-auth-token', 'x-runtime-guid'])

function showRequest(url: string, { method = 'GET', headers = {}, body }: GuardedRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${OPEN_HEADERS.has(name.toLowerCase()) ? value : MASK}`,
  )
  const text = typeof body === 'string' || body === undefined ? (body ?? '') : Buffer.from(body).toString()
  return [`${method} ${url}`, ...lines, '', text].join('\n').trimEnd()
}

function showResponse({ status, headers, body, truncated }: Extract<GuardedResponse, { ok: true }>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${SECRET_ANSWERS.has(name) ? MASK : each}`),
  )
  const text = Buffer.from(body).toString()
  return [`HTTP ${status}`, ...lines, '', truncated ? `${text}…` : text].join('\n').trimEnd()
}

/** What a login may have given us: it stands in later requests, also in their addresses. */
const TOKEN = /"(?:access_token|token)"\s*:\s*"((?:[^"\\]|\\.){4,})"/g

/** A guard that writes down each call over HTTP and its answer. */
export function recordFetch(guard: Guard, transcript: Transcript): Guard {
  return {
    ...guard,
    async fetch(url, request = {}) {
      // Servers may repeat what they were sent.
      for (const [name, value] of Object.entries(request.headers ?? {}))
        if (!OPEN_HEADERS.has(name.toLowerCase()) && value.length >= 4) transcript.hide(value)
      transcript.sent(showRequest(url, request))
      const response = await guard.fetch(url, request)
      if (!response.ok) return response
      for (const [, token = ''] of Buffer.from(response.body).toString().matchAll(TOKEN)) transcript.hide(token)
      transcript.answered(showResponse(response))
      return response
    },
  }
}
