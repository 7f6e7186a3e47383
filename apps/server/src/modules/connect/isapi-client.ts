import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Guard, GuardedRequest, GuardedResponse, OpenedResponse } from '@winnow/delivery'
import { authorize, type Challenge, parseChallenges } from '@winnow/intake'
import { addressOf, failureByCode } from '../device-tests/index.ts'
import { ConnectError } from '../../platform/connect/connector.ts'

/** Where a device is, and who logs in. */
export interface IsapiTarget {
  host: string
  port: number
  tls: boolean
  username: string
  password: string
}

type Request = Pick<GuardedRequest, 'body' | 'timeoutMs' | 'maxResponseBytes' | 'signal'> & {
  method?: 'GET' | 'PUT' | 'POST'
  /** The type of the body; XML if left out. */
  type?: string
}

/** The device answered, and not with what was asked for. Recorders answer with 403 to what they do not have. */
export class StatusError extends ConnectError {
  readonly status: number

  constructor(status: number) {
    super(status === 401 || status === 403 ? 'login' : 'answer')
    this.status = status
  }
}

export interface IsapiClient {
  /** @throws ConnectError unless the device answers with 200 */
  fetch(path: string, request?: Request): Promise<Uint8Array>
  /** Does the same with a body that is streamed. The caller must read it to its end or destroy it. */
  open(
    path: string,
    request: Pick<Request, 'timeoutMs' | 'signal'>,
  ): Promise<{ headers: Readonly<Record<string, string | string[] | undefined>>; body: Readable }>
}

/** The error of a request that got no answer. */
function errorByCode(code: Parameters<typeof failureByCode>[0], host: string): ConnectError {
  const { problem, setting } = failureByCode(code, host)
  const known = problem === 'refused' || problem === 'unreachable' || problem === 'certificate'
  return new ConnectError(known ? problem : 'answer', { setting })
}

/** A client of Hikvision's HTTP interface (ISAPI). Each call tries the login once, since devices lock a user after some wrong ones. */
export function createIsapiClient(guard: Guard, target: IsapiTarget): IsapiClient {
  const { host, username: user, password } = target
  const base = addressOf(target)
  let challenges: Challenge[] = []
  let count = 0

  const login = (method: string, uri: string): Record<string, string> => {
    if (challenges.length === 0) return {}
    count += 1
    const cnonce = randomBytes(16).toString('hex')
    const authorization = authorize(challenges, { method, uri, user, password, cnonce, count })
    return authorization === undefined ? {} : { authorization }
  }

  /** Asks, and asks again with a login if the device wants one, or a fresh one. */
  async function ask<Response extends GuardedResponse | OpenedResponse>(
    method: string,
    path: string,
    send: (headers: Record<string, string>) => Promise<Response>,
  ): Promise<Extract<Response, { ok: true }>> {
    let response = await send(login(method, path))
    if (response.ok && response.status === 401) {
      discard(response.body)
      challenges = parseChallenges(response.headers['www-authenticate'])
      count = 0
      const headers = login(method, path)
      if (!headers['authorization']) throw new StatusError(401)
      response = await send(headers)
    }
    if (!response.ok) throw errorByCode(response.code, host)
    if (response.status !== 200) {
      discard(response.body)
      throw new StatusError(response.status)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- narrowed by `ok`, which the compiler does not see in a type parameter
    return response as Extract<Response, { ok: true }>
  }

  return {
    async fetch(path, { method = 'GET', type = 'application/xml', ...request } = {}) {
      const send = (headers: Record<string, string>) =>
        guard.fetch(`${base}${path}`, {
          ...request,
          method,
          headers: { ...headers, ...(request.body === undefined ? {} : { 'content-type': type }) },
        })
      const { body, truncated } = await ask(method, path, send)
      if (truncated) throw new ConnectError('answer')
      return body
    },
    async open(path, request) {
      const { headers, body } = await ask('GET', path, (authorized) =>
        guard.open(`${base}${path}`, { ...request, headers: authorized }),
      )
      return { headers, body }
    },
  }
}

const discard = (body: Uint8Array | Readable): void => {
  if ('destroy' in body) body.destroy()
}
