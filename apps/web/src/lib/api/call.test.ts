import {
  countViews,
  createProject,
  getAlarm,
  getFrameImage,
  getSystemStatus,
  ingestAlarm,
  listAlarms,
  listProjects,
  login,
  operations,
} from '@winnow/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failure, FakeApi, json } from '../../testing/fake-api.ts'
import { ConnectionError, RequestError, UnauthorisedError } from './api-errors.ts'
import { buildUrl } from './build-url.ts'
import { call, fetchFile, onUnauthorised, send } from './call.ts'
import { connectionStore } from '../connection/connection.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const SITE = '01900000-0000-7000-8000-000000000002'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi().install()
})
afterEach(() => vi.unstubAllGlobals())

describe('addresses', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s is below /api · API-001',
    (_id, operation) => {
      const names = Array.from(operation.path.matchAll(/:(\w+)/g), (match) => [match[1] ?? '', 'x/y'])
      const url = buildUrl(operation, Object.fromEntries(names))
      // The websocket has the address of the API itself.
      expect(url).toMatch(operation.path === '' ? /^\/api$/ : /^\/api\/[^:]+$/)
      // A parameter's value cannot change the path.
      expect(url.includes('x/y')).toBe(false)
    },
  )

  test('leave out empty query values and join lists with commas', () => {
    expect(
      buildUrl(
        listAlarms,
        {},
        { verdict: ['true', 'unverified'], limit: 50, notes: true, area: '', before: undefined },
      ),
    ).toBe('/api/viewalarms?verdict=true%2Cunverified&limit=50&notes=true')
  })

  test('with a missing parameter are a programming error', () => {
    expect(() => buildUrl(getAlarm, {})).toThrow('alarms.get: parameter id is missing')
  })
})

describe('requests', () => {
  test('have the header that other sites cannot send, and the body as JSON', async () => {
    api.on(createProject, () =>
      json({ id: ID, name: 'Acme', groupIds: [], permission: 'write', siteCount: 0, viewCount: 0 }),
    )
    await call(createProject, { params: { id: ID }, body: { name: 'Acme' } })
    const [seen] = api.callsOf(createProject)
    expect(seen?.headers.get('x-requested-with')).toBe('winnow')
    expect(seen?.params).toEqual({ id: ID })
    expect(seen?.body).toEqual({ name: 'Acme' })
  })

  test('send a GET with a body as a POST with X-HTTP-Method-Override: GET · API-002', async () => {
    const fetched = vi.fn<typeof fetch>(async () => json({}))
    vi.stubGlobal('fetch', fetched)
    await send(listProjects, { body: { ids: [ID] } })
    const init = fetched.mock.calls[0]?.[1]
    expect(init?.method).toBe('POST')
    expect(new Headers(init?.headers).get('x-http-method-override')).toBe('GET')
    expect(init?.body).toBe(JSON.stringify({ ids: [ID] }))
  })

  test('send a query in the body when the address would be too long · API-002', async () => {
    const fetched = vi.fn<typeof fetch>(async () => json({ count: 0 }))
    vi.stubGlobal('fetch', fetched)
    const ask = async (length: number) => {
      const below = Array.from({ length }, () => ID)
      await send(countViews, { query: { below, masked: true } })
      const [url, init] = fetched.mock.lastCall ?? []
      return {
        url: JSON.stringify(url),
        method: init?.method,
        body: init?.body,
        sent: JSON.stringify({ below, masked: true }),
      }
    }
    const short = await ask(100)
    expect([short.method, short.body]).toEqual(['GET', undefined])
    const long = await ask(10_000)
    expect([long.method, long.body]).toEqual(['POST', long.sent])
    expect(long.url).not.toContain(ID)
  })

  test('send uploads unchanged, without setting a content type', async () => {
    api.on(ingestAlarm, () => ({ signalId: ID, alarmId: null, duplicateOf: null, problems: [] }))
    const form = new FormData()
    await call(ingestAlarm, { query: { view: SITE }, upload: form })
    const [seen] = api.callsOf(ingestAlarm)
    expect(seen?.body).toBe(form)
    expect(seen?.headers.has('content-type')).toBe(false)
  })

  test('return files as blobs', async () => {
    api.on(getFrameImage, () => new Response('picture', { headers: { 'content-type': 'image/jpeg' } }))
    expect(await fetchFile(getFrameImage, { params: { id: ID, position: 0 } })).toMatchObject({
      size: 7,
      type: 'image/jpeg',
    })
  })
})

async function failing(response: Response): Promise<unknown> {
  api.on(login, () => response)
  return call(login, { body: { email: 'a@b.c', password: 'x' } }).catch((error: unknown) => error)
}

describe('errors', () => {
  test('of status 401 become a Not authorised error, and every listener is notified · ERRORS-001', async () => {
    const heard = vi.fn<(error: UnauthorisedError) => void>()
    const stop = onUnauthorised(heard)
    const error = await failing(failure('NOT_AUTHORISED', 'whatever the server says'))
    expect(error).toBeInstanceOf(UnauthorisedError)
    expect(error).toMatchObject({ message: 'Not authorised', requestId: 'req-1' })
    expect(heard).toHaveBeenCalledExactlyOnceWith(error)
    stop()
    await failing(failure('NOT_AUTHORISED', ''))
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('of other kinds contain the status, and code, message, fields and request id of the JSON · ERRORS-003', async () => {
    const fields = [{ field: 'email', message: 'invalid email' }]
    const error = await failing(failure('VALIDATION', 'The body is not right', fields))
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: 'The body is not right',
      fields,
      requestId: 'req-1',
    })
  })

  test('of other kinds contain the server’s text if it is not JSON · ERRORS-003', async () => {
    const error = await failing(new Response('Bad gateway', { status: 502 }))
    expect(error).toMatchObject({ status: 502, message: 'Bad gateway', code: undefined, fields: [] })
    expect(await failing(new Response('', { status: 503 }))).toMatchObject({ message: 'HTTP 503' })
    expect(await failing(new Response('[1]', { status: 500 }))).toMatchObject({ message: '[1]' })
  })

  test('without a reply set the connection to lost until the next reply', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(getSystemStatus, {})).rejects.toBeInstanceOf(ConnectionError)
    expect(connectionStore.get()).toBe('lost')
    api.on(getSystemStatus, () => ({ status: 'ok' as const })).install()
    await call(getSystemStatus, {})
    expect(connectionStore.get()).toBe('ok')
  })

  test('of a cancelled call do not change the state of the connection', async () => {
    const abort = new AbortController()
    abort.abort()
    await expect(call(getSystemStatus, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(connectionStore.get()).toBe('ok')
  })
})
