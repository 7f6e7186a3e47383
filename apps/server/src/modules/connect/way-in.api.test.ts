import { createFakeClock, hikvisionHeartbeat } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { createFtpPorts, createSmtpPorts } from '../intake/index.ts'
import { storeConnection } from './index.ts'

const clock = createFakeClock(new Date())
const HOUR = 3_600_000
let server: TestServer
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>

beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('view').set({ created_at: clock.now() }).where('id', '=', camera.viewId).execute(),
  )
})

const get = async (path: string) => (await callApi(server, tenant.admin, 'GET', path)).body
const wayIn = () => get(`/v1/view/${camera.viewId}/way-in`)
const state = async (): Promise<string> => (await wayIn()).state
const until$ = (wanted: string) => until(wanted, async () => (await state()) === wanted)
/** A sign of life, as a Hikvision device pushes it. */
async function beat(): Promise<void> {
  const { hikvisionUrl } = await get(`/v1/view/${camera.viewId}/intake`)
  const { contentType, body } = hikvisionHeartbeat(clock.now().toISOString())
  const url = `/api/v1/hik/${String(hikvisionUrl).split('/').at(-1)}`
  await server.app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload: body })
}
async function sendMail(): Promise<{ ok: boolean }> {
  const { address } = await get(`/v1/view/${camera.viewId}/intake`)
  const ports = createSmtpPorts(server.container.deps)
  return ports.recipient(address, { remoteAddress: '192.0.2.7', user: undefined } as never)
}
const faulty = async (): Promise<string[]> =>
  (await get('/v1/home/health/cameras?fault=failing')).rows.map(({ id }: { id: string }) => id)

describe('the way in of a camera', () => {
  it('is empty while nothing is set up, and not connected once something is', async () => {
    expect(await wayIn()).toEqual({
      state: 'empty',
      lastEventAt: null,
      lastSeenAt: null,
      problem: null,
      system: null,
      connection: null,
    })
    await callApi(server, tenant.admin, 'POST', `/v1/view/${camera.viewId}/ftp-password`)
    expect(await state()).toBe('unconnected')
    expect(await faulty()).not.toContain(camera.viewId)
  })

  it('works when something came, and is silent when nothing came for as long as its site allows', async () => {
    await beat()
    expect(await wayIn()).toMatchObject({ state: 'working', lastSeenAt: clock.now().toISOString(), lastEventAt: null })
    clock.advance(24 * HOUR)
    expect(await state()).toBe('working')
    clock.advance(300 * HOUR)
    expect(await state()).toBe('silent')
    await beat()
    expect(await state()).toBe('working')
  })

  it('fails when the device logs in by FTP with a wrong password, until something is taken', async () => {
    await callApi(server, tenant.admin, 'POST', `/v1/view/${camera.viewId}/ftp-password`)
    const { ftp } = await get(`/v1/view/${camera.viewId}/intake`)
    await beat()
    clock.advance(1_000)
    await createFtpPorts(server.container.deps).authenticate(ftp.user, 'wrong', '192.0.2.7')
    await until$('failing')
    expect((await wayIn()).problem).toMatchObject({
      code: 'wrong-login',
      isStream: false,
      at: clock.now().toISOString(),
    })
    expect(await faulty()).toContain(camera.viewId)
    clock.advance(61_000)
    await beat()
    expect(await wayIn()).toMatchObject({ state: 'working', problem: null })
    expect(await faulty()).not.toContain(camera.viewId)
  })

  it('was never connected when its mails were refused from the first one', async () => {
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('site').set({ smtp_auth_required: true }).where('id', '=', camera.siteId).execute(),
    )
    expect(await sendMail()).toMatchObject({ ok: false, code: 530 })
    await until$('unconnected')
    expect((await wayIn()).problem).toMatchObject({ code: 'no-login' })
    expect(await faulty()).toContain(camera.viewId)
  })

  it('fails when no process calls its device any more', async () => {
    const { companyId } = tenant
    const id = await inTenant(server.database.runtime, companyId, (tx) =>
      storeConnection(
        tx,
        { ...server.container.deps, now: clock.now() },
        {
          companyId,
          siteId: null,
          viewId: camera.viewId,
          kind: 'hikvision',
          settings: { host: 'cam', port: 80, tls: false, username: 'a' },
        },
      ),
    )
    expect(await state()).toBe('unconnected')
    // Its owner was killed while it was connected.
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('connection')
        .set({
          is_up: true,
          since: clock.now(),
          last_up_at: clock.now(),
          lease_until: new Date(clock.now().getTime() + 15_000),
        })
        .where('id', '=', id)
        .execute(),
    )
    expect(await state()).toBe('working')
    clock.advance(15_000 + 299_999)
    expect(await state()).not.toBe('failing')
    clock.advance(1)
    expect(await state()).toBe('failing')
  })

  it('tells what is wrong with a stream, too', async () => {
    const { companyId } = tenant
    const address = { companyId, siteId: null, viewId: camera.viewId }
    const id = await inTenant(server.database.runtime, companyId, (tx) =>
      storeConnection(
        tx,
        { ...server.container.deps, now: clock.now() },
        { ...address, kind: 'rtsp', settings: {}, secret: null },
      ),
    )
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('connection')
        .set({ problem: 'unreachable', problem_at: clock.now() })
        .where('id', '=', id)
        .execute(),
    )
    expect(await wayIn()).toMatchObject({
      state: 'unconnected',
      problem: { code: 'unreachable', setting: null, isStream: true },
      connection: null,
    })
  })

  it('is counted at its site, the worst first, and Home counts exactly those that it lists', async () => {
    const { projectId, siteId, viewId } = camera
    const other = await createCamera(server.database.runtime, tenant.companyId, { projectId, siteId })
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('view')
        .set({ refused_at: clock.now(), refused_why: 'too-many' })
        .where('id', '=', other.viewId)
        .execute(),
    )
    expect(await get(`/v1/site/${siteId}/ways-in`)).toMatchObject({
      counts: { empty: 1, unconnected: 1, silent: 0, failing: 0, working: 0 },
      cameras: [
        { id: other.viewId, state: 'unconnected' },
        { id: viewId, state: 'empty' },
      ],
    })
    expect((await get('/v1/home/health')).failing).toBe((await faulty()).length)
  })
})
