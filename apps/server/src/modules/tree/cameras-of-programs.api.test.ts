// Cameras that a program created with an API token: people see them, and only programs configure them.
import type { View } from '@winnow/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { startBackgroundJobs } from '../../roles.ts'
import { until } from '../../../test/until.ts'

const SAID = 'Cameras created via the API are not configurable on the website.'
const REFUSED = { status: 403, body: { code: 'VIEW_BY_API', message: SAID } }

let server: TestServer
let tenant: Tenant
let worker: ReturnType<typeof startBackgroundJobs>
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
  worker = startBackgroundJobs(server.container)
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

const byPerson = (method: CallMethod, url: string, payload?: object) =>
  callApi(server, tenant.admin, method, url, payload)

async function byProgram(method: CallMethod, url: string, payload?: object) {
  const reply = await server.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${tenant.apiToken}` },
    ...(payload ? { payload } : {}),
  })
  return { status: reply.statusCode, body: reply.json() }
}

let made = 0
const add = async (call: typeof byProgram, more = {}): Promise<View> => {
  made += 1
  const { body } = await call('POST', `/site/${tenant.siteId}/view`, { name: `Camera ${made}`, ...more })
  return body
}
const read = async ({ id }: View): Promise<View> => (await byPerson('GET', `/view/${id}`)).body
const area = [
  [
    [0, 0],
    [0.5, 0],
    [0, 0.5],
  ],
]

it('a camera that a program created cannot be configured by a person, and nothing is saved · CAMERAS-003', async () => {
  const camera = await add(byProgram)
  expect(camera).toMatchObject({ createdByApi: true, integration: 'email' })
  const attempts: [CallMethod, string, object?][] = [
    ['PUT', `/view/${camera.id}`, { name: 'Mine' }],
    ['PUT', `/view/${camera.id}`, { sensitivity: 5 }],
    ['PUT', `/view/${camera.id}`, { mask: area }],
    ['PUT', `/v1/view/${camera.id}/masks`, { mask: area }],
    ['POST', `/v1/view/${camera.id}/renew-address`],
  ]
  for (const [method, url, body] of attempts)
    expect(await byPerson(method, url, body), JSON.stringify(body)).toMatchObject(REFUSED)
  expect((await byPerson('GET', `/v1/rename-check/camera/${camera.id}`)).body).toBe(false)
  const { id: from } = await add(byPerson, { mask: area })
  expect(
    (await byPerson('POST', `/v1/view/${from}/masks/copy`, { viewIds: [camera.id], mode: 'replace' })).body,
  ).toEqual({ copied: [], refused: [{ viewId: camera.id, name: camera.name, reason: 'by-api' }] })
  expect(await read(camera)).toEqual(camera)
})

it('a bulk action that configures cameras leaves out those of programs, and says why · CAMERAS-003', async () => {
  const [theirs, own] = [await add(byProgram), await add(byPerson)]
  const viewIds = [theirs.id, own.id]
  const ended = async (method: CallMethod, url: string, body: object) => {
    const started = await byPerson(method, url, { viewIds, asBackgroundJob: true, ...body })
    return until('the job to end', async () => {
      const job = (await byPerson('GET', `/v1/background-jobs/${started.body.job.id}/state`)).body
      return job.status === 'done' ? job : undefined
    })
  }
  expect(await ended('PUT', '/views/active', { isActive: false })).toMatchObject({
    statFailed: 1,
    logFailed: [{ id: theirs.id, code: 'VIEW_BY_API', message: SAID }],
  })
  expect([(await read(theirs)).status.active, (await read(own)).status.active]).toEqual([true, false])
  expect(await ended('POST', '/v1/deactivate-cameras', { productId: 'detect' })).toMatchObject({ statFailed: 1 })
  expect([(await read(theirs)).products, (await read(own)).products]).toEqual([['detect'], []])
  // A pause is no configuration: a person can always silence a camera for a while.
  const end = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString()
  expect(await ended('PUT', '/v1/views/pause', { pauseEndTime: end, reason: 'Works' })).toMatchObject({ statFailed: 0 })
})

it('programs configure cameras of programs, and people those of people, also if they send by HTTP · CAMERAS-003', async () => {
  const theirs = await add(byProgram)
  expect((await byProgram('PUT', `/view/${theirs.id}`, { name: 'Renamed', mask: area })).body).toMatchObject({
    name: 'Renamed',
    mask: area,
    createdByApi: true,
  })
  expect((await byProgram('GET', `/v1/rename-check/camera/${theirs.id}`)).body).toBe(true)
  const own = await add(byPerson, { integration: 'api' })
  expect(own.createdByApi).toBe(false)
  expect(await byPerson('PUT', `/view/${own.id}`, { sensitivity: 5 })).toMatchObject({ status: 200 })
  expect((await byPerson('DELETE', `/view/${theirs.id}`)).status).toBe(200)
})
