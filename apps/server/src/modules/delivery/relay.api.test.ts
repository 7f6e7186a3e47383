import { createSmtpSink, type SmtpSink } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp, type Running } from '../../roles.ts'
import { createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'

const world = await startDeliveryWorld({ WINNOW_MAIL_DOMAIN: 'alarms.example' })
const { clock, server, call } = world
let smtp: Running
let site: DeliverySite
let station: SmtpSink
beforeAll(async () => {
  smtp = await startSmtp(server.container)
})
beforeEach(async () => {
  site = await createDeliverySite(world)
  station = await createSmtpSink()
  clock.advance(3_600_000)
})
afterEach(async () => {
  await site.close()
  await station.close()
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})

const settings = () => ({
  recipient: 'cam@station.example',
  sender: 'relay@winnow.example',
  smtpHost: station.host,
  smtpPort: station.port,
  security: 'none',
})

async function createRelay(changes: object = {}): Promise<string> {
  const reply = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, {
    kind: 'relay',
    name: 'Station',
    config: { ...settings(), ...changes },
  })
  expect(reply.status).toBe(200)
  return reply.body.receiver.id
}

/** Sends a mail of the camera, waits until it is filed, and returns it with its alarm. */
async function takeMail(text: string): Promise<{ sent: string; alarmId: string }> {
  const sent = cameraMail({ text, id: `${text}-${Math.random()}`, picture: Buffer.from(`ffd8ff${text}`, 'latin1') })
  const to = `${site.camera.addressToken}@alarms.example`
  expect(await sendBySmtp(server.container.ports.smtp, { to, message: sent })).toEqual([250, 250, 354, 250])
  const signals = await until(`the mail ${text}`, async () => {
    const { body } = await call('GET', `/v1/view/${site.camera.viewId}/signals`)
    const rows: { kind: string | null; alarmId: string; id: string }[] = body
    return rows.every(({ kind }) => kind !== null) && rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  })
  return { sent: `${sent.replaceAll(/\r?\n/g, '\r\n')}\r\n`, alarmId: signals[0]?.alarmId ?? '' }
}

/** What arrived at the station below our own lines. */
const arrived = () =>
  station.mails.map(({ raw }) => raw.toString().replace(/^X-Winnow-Id[^]*?Received: [^]*?\r\n .*\r\n/, ''))
const verdicts = () => station.mails.map(({ raw }) => /^X-Winnow-Verdict: (\w+)/m.exec(raw.toString())?.[1])
const isSent = (count: number) => (rows: { state: string }[]) =>
  rows.length === count && rows.every(({ state }) => state === 'sent')

it('each mail of a burst is relayed as it came, also one that follows later, and the first alone by choice', async () => {
  const each = await createRelay({ mails: 'each' })
  const first = await createRelay({ recipient: 'first@station.example' })
  const one = await takeMail('one')
  clock.advance(2000)
  const two = await takeMail('two')
  expect(two.alarmId).toBe(one.alarmId)
  await site.decide(one.alarmId, 'true')
  const dispatcher = site.runDispatcher()
  await site.settled(each, 'the alarm', isSent(1))
  await site.settled(first, 'the alarm', isSent(1))
  clock.advance(2000)
  const three = await takeMail('three')
  expect(three.alarmId).toBe(one.alarmId)
  dispatcher.wake()
  await site.settled(each, 'the late mail', isSent(2))
  const to = (address: string) => arrived().filter((_mail, index) => station.mails[index]?.to[0] === address)
  expect(to('cam@station.example')).toEqual([one.sent, two.sent, three.sent])
  expect(to('first@station.example')).toEqual([one.sent])
  // A verdict that comes again relays nothing again.
  await site.decide(one.alarmId, 'true')
  expect(await site.deliveries(each)).toHaveLength(2)
})

it('a filtered mail is dropped, or flagged by choice; when it was none, it goes as a new one', async () => {
  const dropped = await createRelay()
  const flagged = await createRelay({ filtered: true, recipient: 'flag@station.example' })
  const { sent, alarmId } = await takeMail('cat')
  await site.decide(alarmId, 'false')
  const dispatcher = site.runDispatcher()
  await site.settled(flagged, 'the filtered alarm', isSent(1))
  expect(await site.deliveries(dropped)).toEqual([])
  expect(verdicts()).toEqual(['false'])
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('alarm').set({ analysed_signals: 0 }).where('id', '=', alarmId).execute(),
  )
  await site.decide(alarmId, 'true')
  dispatcher.wake()
  await site.settled(flagged, 'the correction', isSent(2))
  await site.settled(dropped, 'the alarm', isSent(1))
  expect(verdicts().filter((verdict) => verdict === 'true')).toHaveLength(2)
  expect(arrived()).toEqual([sent, sent, sent])
})

it('a mail that was deleted, and an alarm that came without one, go as e-mail would write them', async () => {
  const id = await createRelay({ mails: 'each' })
  const { alarmId } = await takeMail('gone')
  const [row] = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('signal').select('raw_key').where('view_id', '=', site.camera.viewId).execute(),
  )
  await server.container.deps.media.delete([row?.raw_key ?? ''])
  await site.decide(alarmId, 'true')
  await site.decided('true')
  site.runDispatcher()
  await site.settled(id, 'both alarms', isSent(2))
  expect(station.mails.map(({ raw }) => raw.toString().includes('The camera sent no mail'))).toEqual([true, true])
})

it('the test button reaches the station, and the password is never returned', async () => {
  const id = await createRelay()
  expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({ ok: true, status: 250 })
  expect(station.mails[0]?.raw.toString()).toContain('Test message')
  const config = { ...settings(), password: 's3cret', user: 'user', security: 'starttls' }
  expect((await call('PUT', `/v1/receiver/${id}`, { kind: 'relay', config })).status).toBe(200)
  const listed = await call('GET', `/v1/site/${site.camera.siteId}/receivers`)
  expect(listed.body).toMatchObject([{ secretsSet: ['password'] }])
  expect(JSON.stringify(listed.body)).not.toContain('s3cret')
})

it('filtered mails go as a written digest by choice, and the first true one as it came', async () => {
  const id = await createRelay({ filtered: true, digestMinutes: 30, mails: 'each' })
  const one = await takeMail('cat')
  await site.decide(one.alarmId, 'false')
  clock.advance(600_000)
  const two = await takeMail('dog')
  await site.decide(two.alarmId, 'false')
  clock.advance(600_000)
  const real = await takeMail('person')
  await site.decide(real.alarmId, 'true')
  site.runDispatcher()
  await site.settled(id, 'the true one', (rows) => rows.filter(({ state }) => state === 'sent').length === 1)
  expect(arrived()).toEqual([real.sent])
  clock.advance(600_000)
  await site.settled(id, 'the digest', isSent(3))
  const digest = station.mails[1]?.raw.toString() ?? ''
  expect(digest).toContain('Subject: Filtered alarms: 2, ')
  expect(digest).toContain(two.alarmId)
  expect(digest).not.toContain('The camera sent no mail')
  expect(station.mails).toHaveLength(2)
})
