import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startSmtp, type Running } from '../../roles.ts'
import { createReadingBacklog } from './reading-backlog.ts'

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
let server: TestServer
let smtp: Running
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
beforeAll(async () => {
  server = await startTestServer()
  smtp = await startSmtp(server.container)
  tenant = await createTenant(server.database.runtime)
  camera = await createCamera(server.database.runtime, tenant.companyId)
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})

/** Creates messages of the last seconds that this process does not read. */
async function createSignals(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    company_id: tenant.companyId,
    site_id: camera.siteId,
    view_id: camera.viewId,
    source: 'smtp' as const,
    received_at: new Date(),
    raw_key: 'raw/none',
    raw_bytes: 4,
    raw_sha256: 'none',
  }))
  await inSystem(server.database.runtime, (tx) => tx.insertInto('signal').values(rows).execute())
  return rows.map(({ id }) => id)
}
const read = (ids: readonly string[]) =>
  inSystem(server.database.runtime, (tx) =>
    tx.updateTable('signal').set({ state: 'parsed' }).where('id', 'in', ids).execute(),
  )

it('the reading rate decides whether the next message can be read in time', async () => {
  let at = 0
  const { preparedDb, log } = server.container.deps
  const backlog = createReadingBacklog({ preparedDb, log, ticker: { every: () => () => {} }, monotonic: () => at })
  const ids = await createSignals(1_200)
  const afterSecond = async (count: number): Promise<boolean> => {
    await read(ids.splice(0, count))
    at += 1_000
    await backlog.look()
    return backlog.keepsUp()
  }
  expect(backlog.keepsUp()).toBe(true)
  // The expected wait is 29 s at the initial rate, which is an estimate until the rate was measured.
  expect(await afterSecond(50)).toBe(true)
  for (let second = 0; second < 3; second++) expect(await afterSecond(1)).toBe(true)
  expect(await afterSecond(1)).toBe(false)
  // Now 700 messages wait, and 90 are read per second.
  expect(await afterSecond(450)).toBe(true)
  await read(ids)
  await backlog.stop()
})

it('senders by mail and by HTTP are told to retry while reading does not keep up', async () => {
  const { pump } = server.container.deps
  const behind = vi.spyOn(pump, 'keepsUp').mockReturnValue(false)
  try {
    const to = `${camera.addressToken}@winnow.local`
    const codes = await sendBySmtp(server.container.ports.smtp, { to, message: cameraMail({ picture: JPEG }) })
    expect(codes.at(-1)).toBe(451)
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/v1/ingest/alarm?view=${camera.viewId}`,
      headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
      payload: JPEG,
    })
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '15'])
    expect(reply.json()).toMatchObject({ code: 'UNAVAILABLE' })
  } finally {
    behind.mockRestore()
  }
})
