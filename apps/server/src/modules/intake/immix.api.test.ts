import { immixXml } from '@winnow/testkit'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { smallJpeg } from '../../../test/small-jpeg.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { hashDevicePassword, newDevicePassword } from '../../platform/crypto/device-password.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp, type Running } from '../../roles.ts'

const PASSWORD = newDevicePassword()
let server: TestServer
let smtp: Running
let tenant: Tenant
let site: Awaited<ReturnType<typeof createCamera>>
let user: string

beforeAll(async () => {
  server = await startTestServer()
  smtp = await startSmtp(server.container)
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  site = await createCamera(server.database.runtime, tenant.companyId)
  user = `site-${site.siteId}`
  await inSystem(server.database.runtime, async (tx) => {
    await tx
      .updateTable('site')
      .set({ smtp_user: user, smtp_password_hash: hashDevicePassword(PASSWORD) })
      .where('id', '=', site.siteId)
      .execute()
    await tx.updateTable('view').set({ channel: '07' }).where('id', '=', site.viewId).execute()
  })
})

/** Sends a mail as Immix senders do: to the number of the site, with pictures attached. */
async function send(input: number, pictures = 1): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.container.ports.smtp,
    secure: false,
    ignoreTLS: true,
    auth: { user, pass: PASSWORD },
  })
  const attachments = Array.from({ length: pictures }, (_none, n) => ({
    filename: `alarm-${n}.jpg`,
    content: smallJpeg({ mark: `${input}-${n}` }),
  }))
  await transport.sendMail({
    from: 'vca@example.com',
    to: 'S1234@immix.example',
    subject: 'Alarm',
    text: immixXml({ input }),
    attachments,
  })
  transport.close()
}

const get = async (path: string) => (await callApi(server, tenant.admin, 'GET', path)).body
/** Waits until the site has this number of Immix alarms that were read. */
const alarms = (count: number) =>
  until(`${count} Immix alarms`, async () => {
    const rows = await get(`/v1/immix/site/${site.siteId}`)
    return rows.length === count && rows
  })

it('brings a mail for a site to the camera whose channel is Input1, and lists what was attached', async () => {
  await send(7, 2)
  const [alarm] = await alarms(1)
  expect(alarm).toMatchObject({
    viewId: site.viewId,
    alarmId: expect.any(String),
    input: '7',
    event: 'ObjectDetected',
    deviceTime: '2026-05-06T07:08:09Z',
    attachedFootage: [
      { attachedFootageId: `${alarm.id}:0`, kind: 'still', type: 'image/jpeg' },
      { attachedFootageId: `${alarm.id}:1`, kind: 'still', type: 'image/jpeg' },
    ],
  })
  expect(await get(`/v1/immix/view/${site.viewId}`)).toEqual([alarm])
  const [first, second] = alarm.attachedFootage
  const one = await get(`/v1/immix/site/${site.siteId}?attachedFootageId=${second.attachedFootageId}`)
  expect(one).toEqual([{ ...alarm, attachedFootage: [second] }])
  const reply = await server.app.inject({
    url: `/api/v1/alarm/${alarm.alarmId}/frame/${first.position}/image?original=true`,
    headers: { cookie: tenant.admin.cookie },
  })
  expect(reply.rawPayload).toEqual(smallJpeg({ mark: '7-0' }))
})

it('leaves a mail unmatched if no camera has the input, or several have it', async () => {
  await send(8)
  expect(await alarms(1)).toMatchObject([{ viewId: null, alarmId: null, input: '8', attachedFootage: [] }])
  const twin = await createCamera(server.database.runtime, tenant.companyId, site)
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('view').set({ channel: '7' }).where('id', '=', twin.viewId).execute(),
  )
  await send(7)
  expect((await alarms(2))[0]).toMatchObject({ viewId: null, input: '7' })
  expect(await get(`/v1/site/${site.siteId}/unmatched-signals`)).toHaveLength(2)
})

it('does not judge a mail for a camera that is switched off when it is read', async () => {
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('view').set({ active: false }).where('id', '=', site.viewId).execute(),
  )
  await send(7)
  const [alarm] = await alarms(1)
  expect(await get(`/v1/view/${site.viewId}/signals`)).toMatchObject([{ id: alarm.id, alarmState: 'outside' }])
})

it('finds no footage of another site, and refuses an id that is none', async () => {
  await send(7)
  const [alarm] = await alarms(1)
  const other = await createCamera(server.database.runtime, tenant.companyId)
  const asked = `attachedFootageId=${alarm.id}:0`
  expect(await get(`/v1/immix/site/${other.siteId}?${asked}`)).toEqual([])
  const reply = await callApi(server, tenant.admin, 'GET', `/v1/immix/site/${site.siteId}?attachedFootageId=1`)
  expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})
