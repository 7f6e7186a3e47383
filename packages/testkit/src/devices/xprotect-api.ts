import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { XprotectEvent } from './xprotect-events.ts'

/** A camera of the system. The API returns more fields than these; readers must not need them. */
export interface XprotectCamera {
  id: string
  name: string
  /** The names of its groups from the top. */
  groups?: readonly string[]
}

/** The system, its recording server, its only basic user, and types of events. */
export const XPROTECT = {
  siteId: '3772df00-6ea9-4893-b4b3-6aa944f38861',
  siteName: 'Harbour',
  recorderId: '90865ed0-2b09-4602-8c0d-622e6377a6f8',
  recorderName: 'Recorder 1',
  hardwareId: '5a94379d-468c-40ee-9c16-8d98be28e1dd',
  user: 'winnow',
  password: 's3cret & more',
  motionStarted: '6eb95dd6-7ccc-4bce-99f8-af0d0b582d77',
  motionStopped: '6f55a7a7-d21c-4629-ac18-af1975e395a2',
  lineCrossed: '7f3d9a52-6f7e-4f0b-9a57-0d1f1f6b2b11',
} as const

/** What the API gateway answers with, which tests may change. */
export interface XprotectState {
  /** What was asked for: method and path, or `ws COMMAND`. */
  asked: string[]
  /** What the Events REST API finds. Events that are sent are added; a test may change it. */
  log: XprotectEvent[]
  /** If set, all requests are answered with this status. */
  broken: number | undefined
  /** Takes connections, and never answers that they are to become WebSockets. */
  isMute?: boolean
  /** If set, the Events REST API answers with this status; for 0 it closes the connection without an answer. */
  logStatus: number | undefined
  /** Tokens that are accepted. Clearing it ends all logins. */
  tokens: Set<string>
  /** Where all requests are redirected to. */
  redirect: string | undefined
}

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, status: number, errorText: string): void =>
  send(response, status, { error: { httpCode: status, details: [{ errorText }] } })

const pageOf = <T>(rows: readonly T[], query: URLSearchParams): T[] => {
  const size = Number(query.get('size') ?? 100)
  const from = Number(query.get('page') ?? 0) * size
  return rows.slice(from, from + size)
}

/** The value of an operator, as `gt:'2026-01-01T00:00:00Z'`. */
const operand = (written: string | null, operator: string): string | undefined =>
  written === null ? undefined : new RegExp(`^${operator}:'([^']*)'$`).exec(written)?.[1]

interface Group {
  id: string
  displayName: string
  cameras: object[]
  cameraGroups: Group[]
}

/** The tree of groups, each with its own cameras. */
function groupsOf(cameras: readonly XprotectCamera[]): Group[] {
  const top: Group[] = []
  for (const { id, name, groups = [] } of cameras) {
    let level = top
    let group: Group | undefined
    for (const displayName of groups) {
      group = level.find((one) => one.displayName === displayName)
      if (!group) level.push((group = { id: randomUUID(), displayName, cameras: [], cameraGroups: [] }))
      level = group.cameraGroups
    }
    group?.cameras.push({ id, displayName: name })
  }
  return top
}

/** The lists of the Config REST API. */
const listsOf = (
  cameras: readonly XprotectCamera[],
  imagePort: number,
): Readonly<Record<string, () => readonly object[]>> => ({
  sites: () => [{ id: XPROTECT.siteId, displayName: XPROTECT.siteName, name: XPROTECT.siteName, version: '25.1' }],
  cameras: () =>
    cameras.map(({ id, name }) => ({
      id,
      displayName: name,
      name,
      enabled: true,
      relations: { parent: { type: 'hardware', id: XPROTECT.hardwareId }, self: { type: 'cameras', id } },
    })),
  hardware: () => [
    {
      id: XPROTECT.hardwareId,
      displayName: 'Encoder',
      relations: { parent: { type: 'recordingServers', id: XPROTECT.recorderId } },
    },
  ],
  recordingServers: () => [
    {
      id: XPROTECT.recorderId,
      displayName: XPROTECT.recorderName,
      hostName: 'recorder-1.invalid',
      portNumber: imagePort,
      activeWebServerUri: `http://recorder-1.invalid:${imagePort}/`,
      enabled: true,
    },
  ],
  cameraGroups: () => groupsOf(cameras),
  eventTypes: () => [
    { id: XPROTECT.motionStarted, displayName: 'Motion Started', generatorType: 'Device' },
    { id: XPROTECT.motionStopped, displayName: 'Motion Stopped', generatorType: 'Device' },
    { id: XPROTECT.lineCrossed, displayName: 'Fence crossed', generatorType: 'MIPDevice' },
  ],
})

/** The API gateway of a system with its identity provider and management server. */
export function createXprotectApi(
  system: XprotectState,
  {
    cameras,
    imagePort,
    imageTokens,
  }: { cameras: readonly XprotectCamera[]; imagePort: number; imageTokens: Set<string> },
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const rows = listsOf(cameras, imagePort)

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const isRight = form.get('username') === XPROTECT.user && form.get('password') === XPROTECT.password
    const isKnown = form.get('grant_type') === 'password' && form.get('client_id') === 'GrantValidatorClient'
    if (!isRight || !isKnown)
      return send(response, 400, { error: 'invalid_grant', error_description: 'invalid_username_or_password' })
    const token = randomBytes(24).toString('base64url')
    system.tokens.add(token)
    send(response, 200, { access_token: token, expires_in: 3600, token_type: 'Bearer', scope: 'managementserver' })
  }

  /** The login of the management server, whose token the recording servers accept. */
  async function logInBySoap(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (!/<(?:\w+:)?Login[ >]/.test(body) || !/instanceId>[0-9a-f-]{36}</.test(body))
      return refuse(response, 500, 'SOAP')
    const token = `TOKEN#${randomUUID()}#vms//ServerConnector#`
    imageTokens.add(token)
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' })
    response.end(`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
      <LoginResponse xmlns="http://videoos.net/2/XProtectCSServerCommand"><LoginResult xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
      <RegistrationTime>2026-01-15T12:00:00Z</RegistrationTime><TimeToLive><MicroSeconds>14400000000</MicroSeconds></TimeToLive>
      <TimeToLiveLimited>false</TimeToLiveLimited><Token>${token}</Token></LoginResult></LoginResponse></s:Body></s:Envelope>`)
  }

  function readLog(response: ServerResponse, query: URLSearchParams): void {
    if (system.logStatus === 0) return void response.destroy()
    if (system.logStatus !== undefined) return refuse(response, system.logStatus, 'Not for you')
    const after = operand(query.get('time'), 'gt') ?? ''
    const isDescending = operand(query.get('orderBy'), 'desc') === 'time'
    const found = system.log.filter(({ time }) => time > after)
    found.sort((a, b) => (isDescending ? -1 : 1) * a.time.localeCompare(b.time))
    send(response, 200, { array: pageOf(found, query) })
  }

  return async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'https://vms')
    system.asked.push(`${request.method} ${pathname}`)
    if (system.redirect !== undefined) return void response.writeHead(302, { location: system.redirect }).end()
    if (system.broken !== undefined) return refuse(response, system.broken, 'broken')
    if (request.method === 'POST' && /^\/api\/idp\/connect\/token$/i.test(pathname)) return giveToken(request, response)
    if (!system.tokens.has(request.headers.authorization?.replace(/^bearer /i, '') ?? ''))
      return refuse(response, 401, 'Unauthorized')
    if (request.method === 'POST' && /^\/managementserver\/servercommandserviceoauth\.svc$/i.test(pathname))
      return logInBySoap(request, response)
    const resource = /^\/api\/rest\/v1\/(\w+)$/.exec(pathname)?.[1] ?? ''
    if (resource === 'events') return readLog(response, query)
    const list = rows[resource]
    return list ? send(response, 200, { array: pageOf(list(), query) }) : refuse(response, 404, 'Unknown resource')
  }
}
