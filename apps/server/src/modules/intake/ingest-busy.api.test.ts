import { MAX_MESSAGE_BYTES } from '@winnow/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
let server: TestServer
let tenant: Tenant
let viewId: string
/** The functions that release the memory for reading messages. All of it is in use at the start of each test. */
let leave: (() => void)[] = []

beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(async () => {
  viewId = (await createCamera(server.database.runtime, tenant.companyId)).viewId
  const { readingMemory } = server.container.deps
  leave = (await Promise.all([readingMemory.enter(MAX_MESSAGE_BYTES), readingMemory.enter(MAX_MESSAGE_BYTES)])).flatMap(
    (one) => one ?? [],
  )
})

const post = (payload: Buffer | string, type = 'image/jpeg') =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': type },
    payload,
  })
const alarms = () =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('alarm').select('frame_count').where('view_id', '=', viewId).execute(),
  )

describe('while the memory for reading messages is full', () => {
  it('further messages are accepted, and read as soon as memory is free', async () => {
    const replies = await Promise.all([post(JPEG), post(JPEG)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(replies.map((reply) => reply.json().alarmId)).toEqual([null, null])
    expect(await alarms()).toEqual([])
    for (const one of leave) one()
    await until('the alarm', async () => (await alarms()).reduce((sum, { frame_count: count }) => sum + count, 0) === 2)
  })

  it('a message that gets memory in time is answered with its alarm', async () => {
    const sending = post(JPEG)
    for (const one of leave) one()
    expect((await sending).json()).toMatchObject({ alarmId: expect.any(String) })
  })

  it('a trial picture is put off', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/v1/view/${viewId}/test-alarm`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow', 'content-type': 'image/jpeg' },
      payload: JPEG,
    })
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({ code: 'UNAVAILABLE' })
    expect(reply.headers['retry-after']).toBe('1')
    expect(await alarms()).toEqual([])
    for (const one of leave) one()
  })
})
