import { buffer } from 'node:stream/consumers'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp, type Running } from '../../roles.ts'

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
let server: TestServer
let smtp: Running
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer({ clock: createFakeClock(new Date()) })
  smtp = await startSmtp(server.container)
  tenant = await createTenant(server.database.runtime)
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})

/** The test picture in a ZIP archive, in base64. */
const ZIP =
  'UEsDBBQAAAAIAAAAAAB1JoPYDgAAAAwAAAAFAAAAMS5qcGf7f+P/AwYBLzdPNwZGAFBLAQIUABQAAAAIAAAAAAB1JoPYDgAAAAwAAAAFAAAAAAAAAAAA' +
  'AAAAAAAAAAAxLmpwZ1BLBQYAAAAAAQABADMAAAAxAAAAAAA='
const WINMAIL =
  'eJ8+IgEAAQaQCAAEAAAAAAABAAAAAQOQBgAgAAAAAQAAAB8AABABAAAADgAAAE0AbwB0AGkAbwBuAAAAAAAAAAICkAYADgAAAAAAAAAAAAAAAAAAAAAAAAAC' +
  'EIABAAwAAABTSE9SVH4xLkpQRwAAAAIPgAYADAAAAP/Y/+AAEEpGSUYAAQAAAgWQBgB8AAAABAAAAB4AAYAHBwcHBwcHBwcHBwcHBwcHAQAAAAYAAABhAGIA' +
  'YwAAAAEAAAADAAAAeHl6AAMAIQ4AAAAAHwAHNwEAAAAMAAAAMQAuAGoAcABnAAAAHgAONwEAAAAZAAAAYXBwbGljYXRpb24vb2N0ZXQtc3RyZWFtAAAAAAAA'
const UUENCODED = 'begin 644 1.jpg\n,_]C_X``02D9)1@`!\n`\nend'

const encoded = (type: string, body: string) => [
  `Content-Type: ${type}`,
  'Content-Transfer-Encoding: base64',
  '',
  ...(body.match(/.{1,76}/g) ?? []),
]

it.each([
  ['a ZIP archive', encoded('application/zip; name="alarm.zip"', ZIP)],
  ['a winmail.dat', encoded('application/ms-tnef; name="winmail.dat"', WINMAIL)],
  ['uuencoded text', ['Content-Type: text/plain', '', 'Motion', UUENCODED]],
  ['a data: address', ['Content-Type: text/html', '', `<img src="data:image/jpeg;base64,${JPEG.toString('base64')}">`]],
])('a picture in %s is found as the alarm’s picture', async (_, lines) => {
  const camera = await createCamera(server.database.runtime, tenant.companyId)
  const message = ['From: cam@site.example', 'Subject: Motion', 'MIME-Version: 1.0', ...lines, ''].join('\n')
  const to = `${camera.addressToken}@alarms.example`
  expect(await sendBySmtp(server.container.ports.smtp, { to, message })).toEqual([250, 250, 354, 250])
  const look = async (url: string) => server.app.inject({ url: `/api${url}`, headers: { cookie: tenant.admin.cookie } })
  const [signal] = await until('the mail was read', async () => {
    const rows: { kind: string | null; alarmId: string }[] = (await look(`/v1/view/${camera.viewId}/signals`)).json()
    return rows[0]?.kind != null && rows
  })
  expect((await look(`/alarm/${signal?.alarmId}`)).json()).toMatchObject({ frameCount: 1 })
  const { original_key } = await inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('frame')
      .select('original_key')
      .where('alarm_id', '=', signal?.alarmId ?? '')
      .executeTakeFirstOrThrow(),
  )
  expect(await buffer((await server.container.deps.media.get(original_key ?? '')).body)).toEqual(JPEG)
})
