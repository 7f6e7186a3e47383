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
/** A camera of the site whose mail login is used, and one of another site. */
let own: Awaited<ReturnType<typeof createCamera>>
let other: Awaited<ReturnType<typeof createCamera>>

const TEMPLATE = {
  name: 'Station mails',
  system: 'sentinel',
  subject: 'Alarm: {{event}}',
  text: 'SiteID: {{site}}\nCameraNo: {{camera}}',
  exampleSubject: 'Alarm: Perimeter intrusion',
  exampleText: 'Dear all,\nSiteID: S-0042\nOperator: none\nCameraNo: 03',
}

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
  own = await createCamera(server.database.runtime, tenant.companyId)
  other = await createCamera(server.database.runtime, tenant.companyId)
  await inSystem(server.database.runtime, async (tx) => {
    await tx
      .updateTable('site')
      .set({ smtp_user: `site-${own.siteId}`, smtp_password_hash: hashDevicePassword(PASSWORD) })
      .where('id', '=', own.siteId)
      .execute()
    await tx.updateTable('site').set({ external_key: 'S-0042' }).where('id', '=', other.siteId).execute()
    for (const { viewId } of [own, other])
      await tx.updateTable('view').set({ channel: 'CAM 03' }).where('id', '=', viewId).execute()
  })
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  callApi(server, tenant.admin, method, `/v1/mail-templates${path}`, body)

let sent = 0
async function send(subject: string, text: string): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.container.ports.smtp,
    secure: false,
    ignoreTLS: true,
    auth: { user: `site-${own.siteId}`, pass: PASSWORD },
  })
  sent += 1
  const picture = { filename: '1.jpg', content: smallJpeg({ mark: `t${sent}` }) }
  await transport.sendMail({ from: 'a@b.example', to: 'all@station.example', subject, text, attachments: [picture] })
  transport.close()
}

/** The messages of a camera, or those of a site that match no camera, as soon as there are as many. */
const messages = (path: string, count: number) =>
  until(`${count} messages at ${path}`, async () => {
    const { body } = await callApi(server, tenant.admin, 'GET', path)
    return body.length === count && body.every(({ kind }: { kind: string | null }) => kind !== null) && body
  })

it('reads a mail that came with the login of a site as an alarm of the camera and site that the template finds', async () => {
  expect((await call('POST', '', TEMPLATE)).status).toBe(200)
  await send('Alarm: Perimeter intrusion', 'SiteID: S-0042\nCameraNo: 3')
  const [message] = await messages(`/v1/view/${other.viewId}/signals`, 1)
  expect(message).toMatchObject({ kind: 'alarm', vendor: 'sentinel', event: 'Perimeter intrusion' })
  const { body: alarm } = await callApi(server, tenant.admin, 'GET', `/alarm/${message.alarmId}`)
  expect(alarm).toMatchObject({ viewId: other.viewId, siteId: other.siteId })
})

it('finds the camera at the site of the login where the mail names no site', async () => {
  const noSite = { ...TEMPLATE, system: 'rialto', text: 'CameraNo: {{camera}}', exampleText: 'CameraNo: 1' }
  expect((await call('POST', '', noSite)).status).toBe(200)
  await send('Alarm: Motion', 'CameraNo: 3')
  expect(await messages(`/v1/view/${own.viewId}/signals`, 1)).toMatchObject([{ vendor: 'rialto', event: 'Motion' }])
})

it('brings a mail of an exacqVision recorder to the camera of the site that it names, without a template', async () => {
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('view').set({ name: 'North Gate' }).where('id', '=', own.viewId).execute(),
  )
  await send('exacqVision: North gate', 'Event type: Motion\nCamera: North gate')
  expect(await messages(`/v1/view/${own.viewId}/signals`, 1)).toMatchObject([{ vendor: 'exacq', event: 'Motion' }])
})

it('shows a mail at the site of the login where no template fits, or the named camera is not there', async () => {
  await call('POST', '', TEMPLATE)
  await send('Motion detected', 'Camera: Yard')
  await send('Alarm: Motion', 'SiteID: S-9999\nCameraNo: 3')
  await send('Alarm: Motion', 'SiteID: S-0042\nCameraNo: 4')
  // A name that ends in a number is no channel: another camera's masks and rules would judge the alarm.
  await send('Alarm: Motion', 'SiteID: S-0042\nCameraNo: Gate 3')
  await send('Alarm: Motion', `${immixXml({ input: 3 })}\nSiteID: S-9999\nCameraNo: 3`)
  const unmatched = await messages(`/v1/site/${own.siteId}/unmatched-signals`, 5)
  expect(unmatched.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'Alarm: Motion'),
    'Motion detected',
  ])
})

it('brings a mail to a site that requires its own login only with that login', async () => {
  await inSystem(server.database.runtime, async (tx) => {
    await tx.updateTable('site').set({ smtp_auth_required: true }).where('company_id', '=', tenant.companyId).execute()
    await tx.updateTable('site').set({ external_key: 'S-0001' }).where('id', '=', own.siteId).execute()
  })
  await call('POST', '', TEMPLATE)
  await send('Alarm: Motion', 'SiteID: S-0042\nCameraNo: 3')
  await messages(`/v1/site/${own.siteId}/unmatched-signals`, 1)
  await send('Alarm: Motion', 'SiteID: S-0001\nCameraNo: 3')
  await messages(`/v1/view/${own.viewId}/signals`, 1)
  expect((await callApi(server, tenant.admin, 'GET', `/v1/view/${other.viewId}/signals`)).body).toEqual([])
  expect((await call('POST', '/try', TEMPLATE)).body).toMatchObject({ camera: { needsLogin: true } })
})

it('never brings a mail to a site of another company', async () => {
  const stranger = await createTenant(server.database.runtime)
  const theirs = await createCamera(server.database.runtime, stranger.companyId)
  await inSystem(server.database.runtime, async (tx) => {
    await tx.updateTable('site').set({ external_key: 'S-7' }).where('id', '=', theirs.siteId).execute()
    await tx.updateTable('view').set({ channel: '3' }).where('id', '=', theirs.viewId).execute()
  })
  await call('POST', '', TEMPLATE)
  await send('Alarm: Motion', 'SiteID: S-7\nCameraNo: 3')
  await messages(`/v1/site/${own.siteId}/unmatched-signals`, 1)
  const { body: tried } = await call('POST', '/try', { ...TEMPLATE, exampleText: 'SiteID: S-7\nCameraNo: 3' })
  expect(tried).toMatchObject({ matches: true, camera: null })
})

it('tries a template on a pasted mail, and says what it finds and to which camera that leads', async () => {
  const { body } = await call('POST', '/try', TEMPLATE)
  expect(body).toMatchObject({
    problems: [],
    matches: true,
    found: { site: 'S-0042', camera: '03', event: 'Perimeter intrusion', eventType: 'field', time: null },
    camera: { name: expect.any(String), siteName: expect.any(String), needsLogin: false },
  })
  const missing = await call('POST', '/try', { ...TEMPLATE, exampleText: 'SiteID: S-0042' })
  expect(missing.body).toMatchObject({ matches: false, missingLine: 2, found: null })
  const wrong = await call('POST', '/try', { ...TEMPLATE, text: 'CameraNo: {{kamera}}' })
  expect(wrong.body.problems).toEqual([{ code: 'unknown', field: 'text', line: 1, column: 11, name: 'kamera' }])
  expect((await call('GET', '')).body).toEqual([])
})

it('stores only what fits its example, under a free name, and refuses a change of an older version', async () => {
  const unfit = await call('POST', '', { ...TEMPLATE, exampleText: 'CameraNo: 3' })
  expect(unfit).toMatchObject({ status: 400, body: { errors: [{ field: 'exampleText' }] } })
  const broken = await call('POST', '', { ...TEMPLATE, subject: 'Alarm: {{event' })
  expect(broken).toMatchObject({ status: 400, body: { errors: [{ field: 'subject' }] } })
  const { body: made } = await call('POST', '', TEMPLATE)
  expect((await call('POST', '', { ...TEMPLATE, name: 'STATION mails' })).body.code).toBe('NAME_TAKEN')
  const change = { ...TEMPLATE, system: 'other', basedOn: { version: made.version } }
  expect((await call('PUT', `/${made.id}`, change)).body).toMatchObject({ system: 'other', version: 2 })
  expect((await call('PUT', `/${made.id}`, change)).body.code).toBe('CONFLICT')
  const { body: log } = await callApi(server, tenant.admin, 'GET', `/audit/company/${tenant.companyId}`)
  expect(log.rows).toContainEqual(
    expect.objectContaining({
      action: 'mail-template.changed',
      before: expect.objectContaining({ system: 'sentinel' }),
      after: expect.objectContaining({ system: 'other' }),
    }),
  )
  const lines = await call('PUT', `/${made.id}`, { ...TEMPLATE, name: 'a\nb' })
  expect(lines).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } })
  expect((await call('DELETE', `/${made.id}`)).status).toBe(200)
  expect((await call('GET', '')).body).toEqual([])
})

it('holds 20 templates of a company, and tries them in the order of their names', async () => {
  const any = { ...TEMPLATE, subject: '', text: 'CameraNo: {{camera}}', exampleText: 'CameraNo: 1' }
  for (let n = 0; n < 20; n++)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the count is certain
    expect((await call('POST', '', { ...any, name: `T${n}`, system: n === 0 ? 'rialto' : 'other' })).status).toBe(200)
  expect((await call('POST', '', { ...any, name: 'One more' })).body.code).toBe('CAPACITY_REACHED')
  await send('Alarm: Motion', 'CameraNo: 3')
  expect(await messages(`/v1/view/${own.viewId}/signals`, 1)).toMatchObject([{ vendor: 'rialto' }])
})
