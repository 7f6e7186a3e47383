import { randomUUID } from 'node:crypto'
import { nxId } from '@winnow/domain'
import type { Fields } from '../digital-watchdog/read-nx.ts'
import { tokenIn } from '../digital-watchdog/nx-rest.ts'
import type { Guard, GuardedRequest, GuardedResponse } from '../guard/types.ts'
import { jsonOf, textOf } from '../http-answer.ts'
import { failed, failureIn, httpsBase, type VmsAddress, type VmsAnswer } from '../vms-answer.ts'
import {
  nameOf,
  noteGroups,
  parentOf,
  readRecorder,
  rowsIn,
  type XprotectCamera,
  type XprotectEventType,
  type XprotectRecorder,
} from './read-xprotect.ts'

/** A login at the API gateway of an XProtect system. */
export interface XprotectSession {
  /** For the header `Authorization: Bearer`. */
  token: string
  system(): Promise<VmsAnswer<{ id: string; name: string }>>
  recorders(): Promise<VmsAnswer<XprotectRecorder[]>>
  cameras(): Promise<VmsAnswer<XprotectCamera[]>>
  eventTypes(): Promise<VmsAnswer<XprotectEventType[]>>
  /** A page of the stored events after a time, the oldest first. Read it with `readEventPage`. */
  events(query: { after: Date; page: number; size: number }): Promise<VmsAnswer<unknown>>
  /** Logs in at the management server, whose token the recording servers accept. */
  imageToken(): Promise<VmsAnswer<string>>
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER = 8 * 1024 * 1024
const PAGE = 500
/** Cameras, types and other things of one system. */
const MOST_ROWS = 20_000
const GROUP_PAGE = 100
const LOGIN = '/managementserver/ServerCommandServiceOAuth.svc'
const ACTION = 'http://videoos.net/2/XProtectCSServerCommand/IServerCommandService/Login'
const LOGIN_BODY = (instance: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Login xmlns="http://videoos.net/2/XProtectCSServerCommand">` +
  `<instanceId>${instance}</instanceId><currentToken /></Login></s:Body></s:Envelope>`
/** Characters of a token. `#` and `/` are among them. */
const TOKEN = /<(?:\w{1,20}:)?Token>([!#-%'-;=?-~]{1,4000})<\//

type Call = (path: string, request: GuardedRequest) => Promise<GuardedResponse>

async function logIn(call: Call, { user, password }: VmsAddress): Promise<VmsAnswer<string>> {
  const response = await call('/API/IDP/connect/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'password',
      username: user,
      password,
      client_id: 'GrantValidatorClient',
    }).toString(),
  })
  // The identity provider answers 400 to a wrong password.
  if (response.ok && response.status === 400) return failed('login')
  const failure = failureIn(response)
  if (failure) return failure
  const token = tokenIn(response, 'access_token')
  return token === undefined ? failed('answer') : { ok: true, value: token }
}

/** The JSON of an answer. */
function answerOf(response: GuardedResponse): VmsAnswer<unknown> {
  const failure = failureIn(response)
  if (failure || !response.ok) return failure ?? failed('answer')
  const value = jsonOf(response)
  return value === undefined ? failed('answer') : { ok: true, value }
}

/**
 * Logs in to an XProtect system as a basic user, by its API gateway. Every address goes through the guard. Failures are returned, not thrown,
 * and repeat nothing that the server said.
 */
export async function openXprotect(
  guard: Pick<Guard, 'fetch'>,
  address: VmsAddress,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<VmsAnswer<XprotectSession>> {
  const base = httpsBase(address)
  const call: Call = (path, request) =>
    guard.fetch(`${base}${path}`, {
      timeoutMs,
      maxResponseBytes: MAX_ANSWER,
      ...(signal ? { signal } : {}),
      ...(address.fingerprint === '' ? {} : { fingerprint: address.fingerprint }),
      ...request,
    })
  const login = await logIn(call, address)
  if (!login.ok) return login
  const headers = { authorization: `Bearer ${login.value}` }
  const get = async (path: string): Promise<VmsAnswer<unknown>> =>
    answerOf(await call(`/api/rest/v1/${path}`, { headers }))
  return { ok: true, value: sessionOf(login.value, call, get) }
}

/** All rows of a list, page by page. A server that repeats itself is read once. */
async function readAll(
  get: (path: string) => Promise<VmsAnswer<unknown>>,
  path: string,
  size = PAGE,
): Promise<VmsAnswer<Fields[]>> {
  const rows = new Map<string, Fields>()
  for (let page = 0; rows.size < MOST_ROWS; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a page says whether there is another one
    const answer = await get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&size=${size}`)
    if (!answer.ok) return answer
    const list = rowsIn(answer.value)
    if (!list) return failed('answer')
    const before = rows.size
    for (const row of list) rows.set(nxId(row['id']), row)
    if (list.length < size || rows.size === before) break
  }
  rows.delete('')
  return { ok: true, value: [...rows.values()] }
}

const mapped = <T>(answer: VmsAnswer<Fields[]>, read: (row: Fields) => T | undefined): VmsAnswer<T[]> =>
  answer.ok ? { ok: true, value: answer.value.flatMap((row) => read(row) ?? []) } : answer

function sessionOf(token: string, call: Call, get: (path: string) => Promise<VmsAnswer<unknown>>): XprotectSession {
  return {
    token,
    async system() {
      const sites = await readAll(get, 'sites')
      if (!sites.ok) return sites
      const [site] = sites.value
      return site
        ? { ok: true, value: { id: nxId(site['id']), name: nameOf(site) || nxId(site['id']) } }
        : failed('answer')
    },
    recorders: async () => mapped(await readAll(get, 'recordingServers'), readRecorder),
    async cameras() {
      const [cameras, hardware, groups] = await Promise.all([
        readAll(get, 'cameras'),
        readAll(get, 'hardware'),
        readAll(get, 'cameraGroups?includeChildren=cameras,cameraGroups', GROUP_PAGE),
      ])
      if (!cameras.ok) return cameras
      if (!hardware.ok) return hardware
      const recorders = new Map(hardware.value.map((row) => [nxId(row['id']), parentOf(row)]))
      const paths = new Map<string, string>()
      // A user may see cameras and no groups.
      if (groups.ok) noteGroups(groups.value, paths)
      return mapped(cameras, (row) => {
        const id = nxId(row['id'])
        const recorderId = recorders.get(parentOf(row)) ?? ''
        return row['enabled'] === false
          ? undefined
          : { id, name: nameOf(row) || id, recorderId, groupName: paths.get(id) ?? '' }
      })
    },
    eventTypes: async () =>
      mapped(await readAll(get, 'eventTypes'), (row) => ({
        id: nxId(row['id']),
        name: nameOf(row) || nxId(row['id']),
      })),
    events({ after, page, size }) {
      const time = encodeURIComponent(`gt:'${after.toISOString()}'`)
      const order = encodeURIComponent(`asc:'time'`)
      return get(`events?time=${time}&orderBy=${order}&include=data&page=${page}&size=${size}`)
    },
    async imageToken() {
      const response = await call(LOGIN, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'text/xml; charset=utf-8',
          soapaction: ACTION,
        },
        body: LOGIN_BODY(randomUUID()),
      })
      const failure = failureIn(response)
      if (failure || !response.ok) return failure ?? failed('answer')
      const found = TOKEN.exec(textOf(response))?.[1]
      return found === undefined ? failed('answer') : { ok: true, value: found }
    },
  }
}
