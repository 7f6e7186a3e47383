import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { judgeDue } from './judge-due.ts'
import { contactMailJobs } from './tell-contacts.ts'

// Monday, noon. London is on UTC.
const clock = createFakeClock(new Date('2027-02-01T12:00:00Z'))
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  clock.advance(7 * 86_400_000 - ((clock.now().getTime() - Date.parse('2027-02-01T12:00:00Z')) % (7 * 86_400_000)))
  tenant = await createTenant(server.database.runtime)
  await call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 2 })
  const contacts = [
    { type: 3, name: 'Ada', email: 'ada@keys.example' },
    { type: 1, name: 'Bob', email: 'bob@keys.example' },
  ]
  await call('PUT', `/site/${tenant.siteId}`, { contacts, timezone: 'Europe/London' })
  await call('PUT', path('/longest'), { longestDisarmMinutes: 10 * 1440 })
})

const call = (method: CallMethod, url: string, body?: object) => callApi(server, tenant.admin, method, url, body)
const path = (rest = '') => `/v1/site/${tenant.siteId}/arming${rest}`
const setDue = (due: object | null) => call('PUT', path('/due'), { due })
const disarm = () => call('PUT', path(), { state: 'disarmed' })
/** Goes to a local time of the day on which the test began, or of a later one, as the program's tick does each minute. */
async function tickAt(time: string, days = 0): Promise<void> {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const day = new Date(clock.now().getTime() + days * 86_400_000)
  clock.advance(day.setUTCHours(hours, minutes, 0, 0) - clock.now().getTime())
  await judgeDue(server.container.deps)
}
interface Waiting {
  to: string
  at: string
}
async function told(): Promise<Waiting[]> {
  const { rows } = await sql<{ payload: Waiting }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'schedules.mail-contact' and j.payload ->> 'siteId' = ${tenant.siteId} order by j.id`.execute(
    server.database.owner,
  )
  return rows.map(({ payload }) => payload)
}
const recipients = async () => (await told()).map(({ to }) => to)
const BOTH = ['ada@keys.example', 'bob@keys.example']
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

it('the contacts of a site that is not armed by its time are told once on each day', async () => {
  expect((await setDue({ time: '19:00', days: EVERY_DAY })).body).toMatchObject({
    due: { time: '19:00', days: EVERY_DAY },
    contactsTold: 2,
  })
  await disarm()
  await tickAt('18:59')
  expect(await told()).toEqual([])
  await tickAt('19:00')
  expect(await recipients()).toEqual(BOTH)
  for (const time of ['19:01', '20:00', '23:59']) await tickAt(time)
  expect(await told()).toHaveLength(2)
  const actions = await inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('audit')
      .select('action')
      .where('object_id', '=', tenant.siteId)
      .where('action', '=', 'site.not-armed')
      .execute(),
  )
  expect(actions).toHaveLength(1)
  await tickAt('19:00', 1)
  expect(await told()).toHaveLength(4)
})

it('nobody is told if the site is armed, also if it is disarmed a minute later', async () => {
  await setDue({ time: '19:00', days: EVERY_DAY })
  await tickAt('19:00')
  await disarm()
  await tickAt('19:02')
  expect(await told()).toEqual([])
})

it.each([
  [
    'paused',
    () =>
      call('PUT', `/site/${tenant.siteId}/pause`, {
        pauseEndTime: new Date(clock.now().getTime() + 86_400_000).toISOString(),
        reason: 'Works',
      }),
  ],
  ['switched off', () => call('PUT', `/site/${tenant.siteId}`, { status: { active: false } })],
  [
    'not armed and disarmed any more',
    () => call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 1, weekly: [] }),
  ],
  ['deleted', () => call('DELETE', `/site/${tenant.siteId}`)],
  ['no longer to be armed by a time', () => setDue(null)],
] as const)('nobody is told while the site is %s', async (_what, change) => {
  await setDue({ time: '19:00', days: EVERY_DAY })
  await disarm()
  expect((await change()).status).toBe(200)
  await tickAt('19:00')
  expect(await told()).toEqual([])
})

it('the time counts that was missed while the program was stopped, but not one before it was set', async () => {
  await setDue({ time: '19:00', days: EVERY_DAY })
  await disarm()
  await tickAt('22:00')
  expect(await recipients()).toEqual(BOTH)
  // 21:30 of today is past already.
  await setDue({ time: '21:30', days: EVERY_DAY })
  await tickAt('22:05')
  expect(await told()).toHaveLength(2)
})

it('the time is that of the site, on its days, also after its zone was changed', async () => {
  await setDue({ time: '19:00', days: [1] })
  await disarm()
  await tickAt('12:01')
  await call('PUT', `/site/${tenant.siteId}`, { timezone: 'Asia/Kathmandu' })
  // 19:00 in Kathmandu is 13:15 UTC.
  await tickAt('13:14')
  expect(await told()).toEqual([])
  await tickAt('13:15')
  expect((await told()).map(({ at }) => at.slice(11, 16))).toEqual(['13:15', '13:15'])
  await tickAt('13:15', 1)
  expect(await told()).toHaveLength(2)
})

it('two processes that judge at once tell once', async () => {
  await setDue({ time: '19:00', days: EVERY_DAY })
  await disarm()
  await tickAt('18:59')
  clock.advance(60_000)
  await Promise.all([judgeDue(server.container.deps), judgeDue(server.container.deps)])
  expect(await recipients()).toEqual(BOTH)
})

it('bad input is refused, naming the field', async () => {
  for (const [due, field] of [
    [{ time: '25:00', days: [1] }, 'due.time'],
    [{ time: '19:00', days: [] }, 'due.days'],
    [{ time: '19:00', days: [7] }, 'due.days.0'],
    [{ time: '19:00', days: [1, 1] }, 'due.days'],
  ] as const)
    expect(await setDue(due)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  expect((await call('GET', path())).body.due).toBeNull()
})

it('the mails name the site, the time at the site and the way to it, in the language of its alarms', async () => {
  const sent: { to: string; subject: string; text: string }[] = []
  const mailer = {
    ...server.container.deps.mailer,
    send: async (mail: (typeof sent)[number]) => {
      sent.push(mail)
      return { ok: true as const, via: 'smtp' as const, status: 250 }
    },
  }
  const [job] = contactMailJobs({ ...server.container.deps, mailer })
  const mail = async (what: object) =>
    job?.run(
      {
        companyId: tenant.companyId,
        siteId: tenant.siteId,
        to: 'ada@keys.example',
        at: '2027-07-05T18:00:00.000Z',
        what,
      },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log: server.container.deps.log },
    )
  await mail({ is: 'late' })
  await mail({ is: 'refused', refusal: 'too-old', by: 'https://evil.example', address: '192.0.2.1' })
  expect(sent[0]).toMatchObject({ to: 'ada@keys.example', subject: expect.stringContaining('is not armed') })
  expect(sent[0]?.text).toContain('5 Jul 2027, 19:00 (Europe/London)')
  expect(sent[0]?.text).toContain(`/cams/clients/u?site=${tenant.siteId}&tab=arming`)
  expect(sent[1]?.text).toContain('more than ten minutes before')
  // Whatever a stranger writes is no link in our mail.
  expect(sent[1]?.text).not.toContain('https://evil.example')
})
