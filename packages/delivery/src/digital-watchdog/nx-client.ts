import { nxId } from '@winnow/domain'
import type { Guard, GuardedRequest, GuardedResponse } from '../guard/types.ts'
import { jsonOf } from '../http-answer.ts'
import { failed, failureIn, httpsBase, type VmsAddress, type VmsAnswer, type VmsCode } from '../vms-answer.ts'
import { NX_SESSIONS, postJson, sessionRequest, tokenIn } from './nx-rest.ts'
import { type NxLogged, readLog } from './read-nx-log.ts'
import { type NxCamera, type NxServer, type NxSystem, readCameras, readServers, readSystem } from './read-nx.ts'

export type NxAddress = VmsAddress
export type NxCode = VmsCode
export type NxAnswer<T> = VmsAnswer<T>

/** A login at a server. */
export interface NxSession {
  system(): Promise<NxAnswer<NxSystem>>
  servers(): Promise<NxAnswer<NxServer[]>>
  cameras(): Promise<NxAnswer<NxCamera[]>>
  /** Entries of the event log from a time on, the oldest first unless `latest`. */
  log(query: { since: Date; durationMs: number; limit: number; latest?: boolean }): Promise<NxAnswer<NxLogged[]>>
  /** The picture of a camera at a time, as JPEG; the latest if no time is given. */
  picture(cameraId: string, at?: Date): Promise<NxAnswer<Uint8Array>>
  /** Gives the session back. Never throws. */
  close(): Promise<void>
}

/** The cloud gives tokens for the systems that its relay leads to. */
const CLOUD = 'https://nxvms.com'
const RELAY = /^([0-9a-f-]{36})\.relay\.vmsproxy\.com$/i
/** Where the relay may lead. A token is sent nowhere else. */
const RELAYED = /^https:\/\/[a-z0-9.-]+\.vmsproxy\.com(:\d+)?\//i
const HOPS = 3
const LOGIN_SECONDS = 120
const TIMEOUT_MS = 10_000
const GOODBYE_MS = 2_000
/** 5,000 cameras with the fields below. */
const MAX_ANSWER = 8 * 1024 * 1024
const MAX_PICTURE = 16 * 1024 * 1024
const CAMERA_FIELDS = 'id,name,serverId,group,deviceType'

type Call = (url: string, request: GuardedRequest) => Promise<GuardedResponse>

/** Follows the redirects of the cloud's relay with the same headers. A redirect of any other server, or to elsewhere, is an answer. */
async function callRelayed(call: Call, url: string, request: GuardedRequest): Promise<GuardedResponse> {
  let response = await call(url, request)
  let from = url
  for (let hop = 0; hop < HOPS; hop += 1) {
    const location = response.ok && response.status === 307 ? response.headers['location'] : undefined
    if (typeof location !== 'string' || !URL.canParse(location, from) || !RELAYED.test(from)) return response
    const next = new URL(location, from).href
    if (!RELAYED.test(next)) return response
    from = next
    // oxlint-disable-next-line no-await-in-loop -- each answer says where the next request goes
    response = await call(next, request)
  }
  return response
}

/** The token of a session: of the cloud for a system behind its relay, else of the server. */
async function logIn(call: Call, base: string, { host, user, password }: NxAddress): Promise<NxAnswer<string>> {
  const relayed = RELAY.exec(host)?.[1]
  const response = await (relayed === undefined
    ? call(`${base}${NX_SESSIONS}`, sessionRequest(user, password, LOGIN_SECONDS))
    : call(
        `${CLOUD}/cdb/oauth2/token`,
        postJson({
          grant_type: 'password',
          response_type: 'token',
          client_id: '3rdParty',
          scope: `cloudSystemId=${relayed}`,
          username: user,
          password,
        }),
      ))
  const failure = failureIn(response)
  if (failure) return failure
  const token = tokenIn(response, relayed === undefined ? 'token' : 'access_token')
  return token === undefined ? failed('answer') : { ok: true, value: token }
}

/**
 * Logs in to a server of Nx Witness or DW Spectrum by its REST API, version 4. Every address goes through the guard. Failures are returned,
 * not thrown, and repeat nothing that the server said.
 */
export async function openNx(
  guard: Pick<Guard, 'fetch'>,
  address: NxAddress,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<NxAnswer<NxSession>> {
  const { host, fingerprint } = address
  const base = httpsBase(address)
  const call: Call = (url, request) =>
    guard.fetch(url, {
      timeoutMs,
      maxResponseBytes: MAX_ANSWER,
      ...(signal ? { signal } : {}),
      ...(fingerprint === '' || !url.startsWith(`${base}/`) ? {} : { fingerprint }),
      ...request,
    })
  const login = await logIn(call, base, address)
  if (!login.ok) return login
  const headers = { authorization: `Bearer ${login.value}` }

  async function read<T>(path: string, reader: (answer: unknown) => T | undefined): Promise<NxAnswer<T>> {
    const response = await callRelayed(call, `${base}${path}`, { headers })
    const failure = failureIn(response)
    if (failure || !response.ok) return failure ?? failed('answer')
    const value = reader(jsonOf(response))
    return value === undefined ? failed('answer') : { ok: true, value }
  }

  return {
    ok: true,
    value: {
      system: () => read('/rest/v4/site/info', readSystem),
      servers: () => read('/rest/v4/servers?_with=id,name,status', readServers),
      cameras: () => read(`/rest/v4/devices?_with=${CAMERA_FIELDS}`, readCameras),
      log({ since, durationMs, limit, latest = false }) {
        const order = latest ? 'desc' : 'asc'
        const query = `startTimeMs=${since.getTime()}&durationMs=${durationMs}&order=${order}&limit=${limit}`
        return read(`/rest/v4/events/log?${query}`, readLog)
      },
      async picture(cameraId, at) {
        const query = `timestampMs=${at?.getTime() ?? -1}&format=jpg`
        const url = `${base}/rest/v4/devices/${encodeURIComponent(nxId(cameraId))}/image?${query}`
        const response = await callRelayed(call, url, { headers, maxResponseBytes: MAX_PICTURE })
        const failure = failureIn(response)
        if (failure || !response.ok) return failure ?? failed('answer')
        const isJpeg = response.body[0] === 0xff && response.body[1] === 0xd8 && !response.truncated
        return isJpeg ? { ok: true, value: response.body } : failed('answer')
      },
      async close() {
        const path = RELAY.test(host) ? `${CLOUD}/cdb/oauth2/token` : `${base}${NX_SESSIONS}`
        await call(`${path}/${encodeURIComponent(login.value)}`, { method: 'DELETE', headers, timeoutMs: GOODBYE_MS })
      },
    },
  }
}
