import {
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
    '%s lies below /api · API-001',
    (_id, operation) => {
      const names = Array.from(operation.path.matchAll(/:(\w+)/g), (match) => [match[1] ?? '', 'x/y'])
      const url = buildUrl(operation, Object.fromEntries(names))
      expect(url).toMatch(/^\/api\/[^:]+$/)
      // What stands in a parameter cannot leave its place in the path.
      expect(url.includes('x/y')).toBe(false)
    },
  )

  test('leaves empty query values out and joins lists by commas', () => {
    expect(
      buildUrl(
        listAlarms,
        {},
        { verdict: ['true', 'unverified'], limit: 50, notes: true, area: '', before: undefined },
      ),
    ).toBe('/api/viewalarms?verdict=true%2Cunverified&limit=50&notes=true')
  })

  test('a missing parameter is a bug and not an address', () => {
    expect(() => buildUrl(getAlarm, {})).toThrow('alarms.get: parameter id is missing')
  })
})

describe('requests', () => {
  test('carry the header that other sites cannot send, and the body as JSON', async () => {
    api.on(createProject, () =>
      json({ id: ID, name: 'Acme', groupIds: [], permission: 'write', siteCount: 0, viewCount: 0 }),
    )
    await call(createProject, { params: { id: ID }, body: { name: 'Acme' } })
    const [seen] = api.callsOf(createProject)
    expect(seen?.headers.get('x-requested-with')).toBe('winnow')
    expect(seen?.params).toEqual({ id: ID })
    expect(seen?.body).toEqual({ name: 'Acme' })
  })

  test('a GET with a body goes as a POST with X-HTTP-Method-Override: GET · API-002', async () => {
    const fetched = vi.fn<typeof fetch>(async () => json({}))
    vi.stubGlobal('fetch', fetched)
    await send(listProjects, { body: { ids: [ID] } })
    const init = fetched.mock.calls[0]?.[1]
    expect(init?.method).toBe('POST')
    expect(new Headers(init?.headers).get('x-http-method-override')).toBe('GET')
    expect(init?.body).toBe(JSON.stringify({ ids: [ID] }))
  })

  test('uploads go as they are, without a content type of ours', async () => {
    api.on(ingestAlarm, () => ({ signalId: ID, alarmId: null, duplicateOf: null, problems: [] }))
    const form = new FormData()
    await call(ingestAlarm, { query: { view: SITE }, upload: form })
    const [seen] = api.callsOf(ingestAlarm)
    expect(seen?.body).toBe(form)
    expect(seen?.headers.has('content-type')).toBe(false)
  })

  test('files come as blobs', async () => {
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
  test('a 401 becomes a Not authorised error and everyone who listens hears it · ERRORS-001', async () => {
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

  test('other errors carry the status, and code, message, fields and request id of the JSON · ERRORS-003', async () => {
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

  test('other errors carry the server text when it is not JSON · ERRORS-003', async () => {
    const error = await failing(new Response('Bad gateway', { status: 502 }))
    expect(error).toMatchObject({ status: 502, message: 'Bad gateway', code: undefined, fields: [] })
    expect(await failing(new Response('', { status: 503 }))).toMatchObject({ message: 'HTTP 503' })
    expect(await failing(new Response('[1]', { status: 500 }))).toMatchObject({ message: '[1]' })
  })

  test('no reply is a lost connection until the next one', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(getSystemStatus, {})).rejects.toBeInstanceOf(ConnectionError)
    expect(connectionStore.get()).toBe('lost')
    api.on(getSystemStatus, () => ({ status: 'ok' as const })).install()
    await call(getSystemStatus, {})
    expect(connectionStore.get()).toBe('ok')
  })

  test('a call that was given up says nothing about the connection', async () => {
    const abort = new AbortController()
    abort.abort()
    await expect(call(getSystemStatus, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(connectionStore.get()).toBe('ok')
  })
})
