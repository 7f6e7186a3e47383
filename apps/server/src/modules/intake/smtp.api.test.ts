import { createFakeClock } from '@winnow/testkit'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { failCommits } from '../../../test/fail-commits.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { cameraMail, sendBySmtp, type MailAttempt } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp, type Running } from '../../roles.ts'

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
const clock = createFakeClock(new Date())
let server: TestServer
let smtp: Running
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>

beforeAll(async () => {
  server = await startTestServer({ clock, settings: { WINNOW_MAIL_DOMAIN: 'alarms.example' } })
  smtp = await startSmtp(server.container)
  tenant = await createTenant(server.database.runtime)
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
  clock.advance(3_600_000)
})

const port = () => server.container.ports.smtp
const address = () => `${camera.addressToken}@alarms.example`
const send = (attempt: Partial<Parameters<typeof sendBySmtp>[1]> = {}) =>
  sendBySmtp(port(), { to: address(), message: cameraMail({ picture: JPEG }), ...attempt })

const call = async (method: CallMethod, url: string, payload?: object) =>
  (await callApi(server, tenant.admin, method, url, payload)).body
interface Signal {
  kind: string | null
  alarmId: string | null
  duplicateOf: string | null
  id: string
  recipient: string
  problems: { code: string }[]
}
/** Waits until this number of messages was read, and returns the camera's signals. */
const signals = (count: number): Promise<Signal[]> =>
  until(`${count} read signals`, async () => {
    const rows: Signal[] = await call('GET', `/v1/view/${camera.viewId}/signals`)
    return rows.length === count && rows.every(({ kind }) => kind !== null) && rows
  })
const stored = () =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('signal').select(['id', 'raw_key']).where('view_id', '=', camera.viewId).execute(),
  )

describe('a mail to a camera', () => {
  it('is answered 250 after it is stored, and becomes an alarm with its picture', async () => {
    expect(await send()).toEqual([250, 250, 354, 250])
    const [row] = await stored()
    expect(await server.container.deps.media.head(row?.raw_key ?? '')).toBeDefined()
    const [signal] = await signals(1)
    const alarm = await call('GET', `/alarm/${signal?.alarmId}`)
    expect(alarm).toMatchObject({ source: 'smtp', viewId: camera.viewId, frameCount: 1, verdict: null })
  })

  it('that nodemailer sends in one piece arrives unchanged', async () => {
    const client = createTransport({ host: '127.0.0.1', port: port(), secure: false, ignoreTLS: true })
    await client.sendMail({
      from: 'cam@site.example',
      to: address(),
      subject: 'Person detected',
      text: 'Zone 4',
      attachments: [{ filename: 'a.jpg', content: JPEG }],
    })
    client.close()
    await signals(1)
    const reply: { subject: string; text: string }[] = await call('GET', `/v1/view/${camera.viewId}/signals`)
    expect(reply[0]).toMatchObject({ subject: 'Person detected', text: expect.stringContaining('Zone 4') })
  })

  it('whose row cannot be committed is answered 451 and leaves nothing', async () => {
    const mend = await failCommits(server.database.owner)
    try {
      expect(await send()).toEqual([250, 250, 354, 451])
    } finally {
      await mend()
    }
    expect(await stored()).toEqual([])
    expect(await send()).toEqual([250, 250, 354, 250])
  })

  it('to two cameras becomes one signal of each camera, with one raw message', async () => {
    const second = await createCamera(server.database.runtime, tenant.companyId)
    expect(await send({ to: [address(), `${second.addressToken}@alarms.example`] })).toEqual([250, 250, 250, 354, 250])
    await signals(1)
    const keys = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('signal').select('raw_key').where('view_id', 'in', [camera.viewId, second.viewId]).execute(),
    )
    expect(keys).toHaveLength(2)
    expect(new Set(keys.map(({ raw_key }) => raw_key)).size).toBe(1)
  })

  it('that is sent again refers to its original and opens no alarm', async () => {
    const message = cameraMail({ picture: JPEG, id: 'resend-0815-4711' })
    await send({ message })
    await signals(1)
    clock.advance(60_000)
    await send({ message })
    const [again, first] = await signals(2)
    expect(again).toMatchObject({ duplicateOf: first?.id, alarmId: first?.alarmId })
    expect((await call('GET', `/alarm/${first?.alarmId}`)).signalCount).toBe(1)
  })

  it('that is a device’s test is shown as a test and opens no alarm', async () => {
    await send({ message: cameraMail({ subject: 'Test', text: 'This is a test email from your device. Test email.' }) })
    const [signal] = await signals(1)
    expect(signal).toMatchObject({ kind: 'test', alarmId: null })
    expect((await call('GET', `/view/${camera.viewId}`)).lastTestAt).toBe(clock.now().toISOString())
  })

  it('that no parser understands becomes an alarm without pictures', async () => {
    await send({ message: '\u0000\u0001 no mail at all' })
    const [signal] = await signals(1)
    expect(signal?.alarmId).not.toBeNull()
    expect(signal?.problems.length).toBeGreaterThan(0)
  })
})

describe('a recipient', () => {
  it('that does not exist is refused with 550', async () => {
    expect(await send({ to: 'nobody@alarms.example' })).toEqual([250, 550])
    expect(await send({ to: ['nobody@alarms.example', address()] })).toEqual([250, 550, 250, 354, 250])
  })

  it('is refused once its camera is deleted', async () => {
    await call('DELETE', `/view/${camera.viewId}`)
    expect(await send()).toEqual([250, 550])
  })

  it('is found in any case and with any domain', async () => {
    expect(await send({ to: `${camera.addressToken.toUpperCase()}@Old-Name.example` })).toEqual([250, 250, 354, 250])
  })
})

const protect = async (): Promise<{ user: string; password: string }> =>
  call('PUT', `/v1/site/${camera.siteId}/smtp`, { required: true, newPassword: true })

describe('a site that requires a login', () => {
  it('accepts mail with its password, and answers 530 or 535 to everyone else', async () => {
    const login = await protect()
    expect(await send()).toEqual([250, 530])
    expect(await send({ login: { ...login, password: 'wrong' } })).toEqual([535])
    expect(await send({ login: { user: 'nobody', password: login.password } })).toEqual([535])
    expect(await send({ login })).toEqual([235, 250, 250, 354, 250])
  })

  it('refuses mail of a client that is logged in for another site', async () => {
    const other = await createCamera(server.database.runtime, tenant.companyId)
    await protect()
    const login = await call('PUT', `/v1/site/${other.siteId}/smtp`, { required: true, newPassword: true })
    expect(await send({ login })).toEqual([235, 250, 530])
  })

  it('refuses its old password once a new one is set', async () => {
    const old = await protect()
    expect((await send({ login: old }))[0]).toBe(235)
    const renewed = await protect()
    expect(renewed.user).toBe(old.user)
    expect(await send({ login: old })).toEqual([535])
    expect((await send({ login: renewed }))[0]).toBe(235)
  })

  it('stores and shows mail whose recipient is none of its cameras', async () => {
    const login = await protect()
    expect(await send({ login, to: 'old-address@alarms.example' })).toEqual([235, 250, 250, 354, 250])
    const rows = await until('the unmatched mail', async () => {
      const found: Signal[] = await call('GET', `/v1/site/${camera.siteId}/unmatched-signals`)
      return found[0]?.kind != null && found
    })
    expect(rows).toMatchObject([
      { recipient: 'old-address@alarms.example', alarmId: null, problems: [{ code: 'unmatched' }] },
    ])
    expect((await call('GET', '/v1/home')).attention.unmatched).toBeGreaterThan(0)
  })
})

describe('mail above a limit', () => {
  /** Sends only recipients. They are counted, and no mail has to be stored. */
  const name = async (count: number, to: (n: number) => string, login?: MailAttempt['login']) => {
    const replies: number[] = []
    while (replies.length < count) {
      const some = Array.from({ length: Math.min(40, count - replies.length) }, (_, n) => to(replies.length + n))
      replies.push(...(await send({ message: undefined, to: some, ...(login && { login }) })).slice(-some.length))
    }
    return replies
  }

  it('of one camera per minute gets the temporary error 451, and other cameras are not affected', async () => {
    const replies = await name(121, address)
    expect(replies).toEqual([...Array<number>(120).fill(250), 451])
    camera = await createCamera(server.database.runtime, tenant.companyId)
    expect((await send({ message: undefined })).at(-1)).toBe(250)
  })

  it('of one camera is counted together for all domains and with HTTP', async () => {
    const replies = await name(121, (n) => `${camera.addressToken}@${n}.example`)
    expect(replies).toEqual([...Array<number>(120).fill(250), 451])
    const upload = await server.app.inject({
      method: 'POST',
      url: `/api/v1/ingest/alarm?view=${camera.viewId}`,
      headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
      payload: JPEG,
    })
    expect(upload.statusCode).toBe(429)
  })

  it('to addresses that belong to none of a site’s cameras gets the temporary error 451', async () => {
    const login = await protect()
    const replies = await name(121, (n) => `made-up-${n}@alarms.example`, login)
    expect(replies).toEqual([...Array<number>(120).fill(250), 451])
    expect((await send({ message: undefined, login })).at(-1)).toBe(250)
  })

  it('of one IP address per minute gets the temporary error 451, and unknown recipients are counted', async () => {
    const { byAddress } = server.container.deps.limits
    for (let asked = 0; asked < 5_998; asked++) byAddress.take('127.0.0.1', clock.now())
    expect(await send({ to: 'nobody@alarms.example' })).toEqual([250, 550])
    expect(await send({ to: 'nobody@elsewhere.example' })).toEqual([250, 550])
    expect(await send({ to: 'nobody@alarms.example' })).toEqual([250, 451])
    expect(await send()).toEqual([250, 451])
    clock.advance(60_000)
    expect((await send()).at(-1)).toBe(250)
  })

  it('of free disk space gets the temporary error 451 before a recipient is looked up', async () => {
    const full = await startTestServer({ settings: { WINNOW_MIN_FREE_DISK_MB: '999999999' } })
    const listener = await startSmtp(full.container)
    try {
      expect(await sendBySmtp(full.container.ports.smtp, { to: 'x@y.example', message: 'x' })).toEqual([451])
    } finally {
      await listener.stop()
      await full.close()
    }
  })

  it('of one message’s size is refused with 552', async () => {
    const message = cameraMail({ text: 'x'.repeat(76).concat('\n').repeat(900_000) })
    expect((await send({ message })).at(-1)).toBe(552)
    expect(await stored()).toEqual([])
  })
})

describe('a start and a stop of one event', () => {
  it('are one alarm', async () => {
    await send({
      message: cameraMail({ text: 'Alarm Event: Motion Detection Start\nAlarm Device Name: NVR', picture: JPEG }),
    })
    await signals(1)
    clock.advance(3_000)
    await send({ message: cameraMail({ text: 'Alarm Event: Motion Detection End\nAlarm Device Name: NVR' }) })
    const [stop, start] = await signals(2)
    expect([start?.kind, stop?.kind]).toEqual(['alarm', 'stop'])
    expect(stop?.alarmId === null || stop?.alarmId === start?.alarmId).toBe(true)
    const list = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('alarm').select('id').where('view_id', '=', camera.viewId).execute(),
    )
    expect(list).toHaveLength(1)
  })

  it('open an alarm if only the stop arrives and it has pictures', async () => {
    await send({
      message: cameraMail({ text: 'Alarm Event: Motion Detection End\nAlarm Device Name: NVR', picture: JPEG }),
    })
    const [stop] = await signals(1)
    expect(stop).toMatchObject({ kind: 'stop', alarmId: expect.any(String) })
    expect(await call('GET', `/alarm/${stop?.alarmId}`)).toMatchObject({ frameCount: 1, verdict: null })
  })
})
