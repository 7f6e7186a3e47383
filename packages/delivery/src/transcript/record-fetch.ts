import type { Guard, GuardCode, GuardedRequest, GuardedResponse, TransportCode } from '../guard/types.ts'
import { MASK } from './mask-secrets.ts'
import type { Transcript } from './transcript.ts'

/** Headers whose values are ours and say nothing secret. Those of the settings, and logins, are masked. */
const OPEN_HEADERS = new Set(['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])
/** Headers of answers that open a session. */
const SECRET_ANSWERS = new Set(['set-cookie', 'authorization', 'x-auth-token', 'x-runtime-guid'])
/** Headers of answers that lead to an address, which may have a token. */
const LEADING = new Set(['location', 'content-location', 'refresh'])

/** Why a call ends before anything of it is sent. */
const UNSENT: ReadonlySet<string> = new Set<GuardCode | TransportCode>([
  'invalid',
  'scheme',
  'credentials',
  'port',
  'unresolvable',
  'private',
  'loopback',
  'link-local',
  'metadata',
  'own-service',
  'refused',
  'tls',
])

function showRequest(url: string, { method = 'GET', headers = {}, body }: GuardedRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${OPEN_HEADERS.has(name.toLowerCase()) ? value : MASK}`,
  )
  const text = typeof body === 'string' || body === undefined ? (body ?? '') : Buffer.from(body).toString()
  return [`${method} ${url}`, ...lines, '', text].join('\n').trimEnd()
}

function showHeader(name: string, value: string): string {
  if (SECRET_ANSWERS.has(name)) return MASK
  return LEADING.has(name) ? value.replace(/(?<=[?#]).*$/s, MASK) : value
}

function showResponse({ status, headers, body, truncated }: Extract<GuardedResponse, { ok: true }>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${showHeader(name, each)}`),
  )
  const text = Buffer.from(body).toString()
  return [`HTTP ${status}`, ...lines, '', truncated ? `${text}…` : text].join('\n').trimEnd()
}

/** What a login may have given us: it stands in later requests, also in their addresses. */
const TOKEN = /"(?:access_token|token)"\s*:\s*"((?:[^"\\]|\\.){4,})"/g
/** A login gives one. Each is searched in all that follows, so a server must not choose how many there are. */
const MOST_TOKENS = 4

const tokensIn = (body: Uint8Array): string[] =>
  Array.from(Buffer.from(body).toString().matchAll(TOKEN), ([, token = '']) => token).slice(0, MOST_TOKENS)

/** A header's value, and what a server may repeat of a login in it: its credentials alone, and the password of Basic. */
function secretsIn(value: string): string[] {
  const [, scheme = '', credentials = ''] = /^([a-z]+) +(\S+)$/i.exec(value) ?? []
  const basic = scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : ''
  return [value, credentials, basic.slice(basic.indexOf(':') + 1)].filter((secret) => secret.length >= 4)
}

/** A guard that writes down each call over HTTP and its answer. */
export function recordFetch(guard: Guard, transcript: Transcript): Guard {
  return {
    ...guard,
    async fetch(url, request = {}) {
      // Servers may repeat what they were sent.
      for (const [name, value] of Object.entries(request.headers ?? {}))
        if (!OPEN_HEADERS.has(name.toLowerCase())) for (const secret of secretsIn(value)) transcript.hide(secret)
      const response = await guard.fetch(url, request)
      if (response.ok || !UNSENT.has(response.code)) transcript.sent(showRequest(url, request))
      if (!response.ok) return response
      for (const token of tokensIn(response.body)) transcript.hide(token)
      transcript.answered(showResponse(response))
      return response
    },
  }
}
