import type { GuardedRequest, GuardedResponse } from '../guard/types.ts'
import { jsonOf } from '../http-answer.ts'

/** Where a server of Nx Witness or DW Spectrum (REST API, version 4) gives a session to a local user. */
export const NX_SESSIONS = '/rest/v4/login/sessions'

/** A POST of JSON, with the token of a session if there is one. */
export const postJson = (body: unknown, token?: string): GuardedRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
})

/** The request that asks for a session of this many seconds. */
export const sessionRequest = (username: string, password: string, durationS: number): GuardedRequest =>
  postJson({ username, password, setCookie: false, durationS })

/** The token in the answer to a login; undefined if there is none that could stand in a header. */
export function tokenIn(response: GuardedResponse, field: 'token' | 'access_token' = 'token'): string | undefined {
  const answer = response.ok ? jsonOf(response) : undefined
  if (typeof answer !== 'object' || answer === null || !(field in answer)) return undefined
  const token: unknown = Reflect.get(answer, field)
  return typeof token === 'string' && /^[!-~]+$/.test(token) ? token : undefined
}
