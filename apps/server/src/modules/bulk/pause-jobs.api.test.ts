import type { BackgroundJob } from '@winnow/contract'
import { fromLocalTime, toLocalTime } from '@winnow/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCamera, createLoggedIn, createTenant } from '../../../test/factories.ts'
import { openJobLab } from '../../../test/job-lab.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const MINUTE_MS = 60_000
const minute = (minutes: number) => new Date((Math.floor(Date.now() / MINUTE_MS) + minutes) * MINUTE_MS)

const lab = openJobLab()
const { call, ended } = lab
/** A camera of another client, at a site in New York. The tenant's own site is in Madrid. */
let away: { siteId: string; viewId: string }
beforeEach(async () => {
  away = await createCamera(lab.server.database.runtime, lab.tenant.companyId)
  await inSystem(lab.server.database.runtime, (tx) =>
    tx.updateTable('site').set({ timezone: 'America/New_York' }).where('id', '=', away.siteId).execute(),
  )
})

const pause = (body: object, who?: { cookie: string }) => call('PUT', '/v1/views/pause', body, who)
const pauseOf = async (viewId: string) => (await call('GET', `/view/${viewId}`)).body.pause
const both = () => [lab.tenant.viewId, away.viewId]
const auditOf = (objectId: string) =>
  inSystem(lab.server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('object_id', '=', objectId).orderBy('id').execute(),
  )

/** Starts a job, and returns it once it has ended. */
const runJob = async (body: object): Promise<BackgroundJob> => ended(await pause({ ...body, asBackgroundJob: true }))

describe('a pause of many cameras', () => {
  it('lasts until an instant, and is in the audit log of each camera · OVERRIDE-002 JOBS-003', async () => {
    const end = minute(90).toISOString()
    const job = await runJob({ allViews: true, pauseEndTime: end, reason: ' Works ' })
    expect(job).toMatchObject({ group: 'view.pause', type: 'views.pause', statProcessed: 2, statFailed: 0 })
    for (const id of both())
      expect(await pauseOf(id)).toMatchObject({ pauseEndTime: end, reason: 'Works', by: 'ADMIN_USER' })
    const [entry] = await auditOf(away.viewId)
    expect(entry).toMatchObject({
      action: 'view.paused',
      user_id: lab.tenant.admin.userId,
      site_id: away.siteId,
      after: { pause: { pauseEndTime: end, reason: 'Works' } },
    })
  })

  it('until a local time ends at that time of the site of each camera · OVERRIDE-002', async () => {
    const local = toLocalTime(minute(9 * 60), 'Europe/Madrid')
    await runJob({ viewIds: both(), pauseEndTime: local, reason: 'Works' })
    expect((await pauseOf(lab.tenant.viewId)).pauseEndTime).toBe(fromLocalTime(local, 'Europe/Madrid')?.toISOString())
    expect((await pauseOf(away.viewId)).pauseEndTime).toBe(fromLocalTime(local, 'America/New_York')?.toISOString())
  })

  it('fails for the cameras at whose site the local time is over, and no others · OVERRIDE-002', async () => {
    const end = minute(60)
    const local = toLocalTime(end, 'America/New_York')
    const job = await runJob({ viewIds: both(), pauseEndTime: local, reason: 'Works' })
    expect(job).toMatchObject({ statProcessed: 2, statFailed: 1 })
    expect(job.logFailed).toMatchObject([
      { code: 'PAUSE_END_PAST', link: expect.stringContaining(lab.tenant.viewId) as unknown },
    ])
    expect(await pauseOf(lab.tenant.viewId)).toBeNull()
    expect(await pauseOf(away.viewId)).toMatchObject({ pauseEndTime: end.toISOString() })
    expect(await auditOf(lab.tenant.viewId)).toEqual([])
  })

  it('ends if its new end is null, except for a camera whose site is paused · OVERRIDE-003', async () => {
    const end = minute(30).toISOString()
    await pause({ viewIds: both(), pauseEndTime: end, reason: 'Works' })
    await call('PUT', `/site/${away.siteId}/pause`, { pauseEndTime: end })
    const job = await runJob({ viewIds: both(), pauseEndTime: null })
    expect(job).toMatchObject({ type: 'views.resume', statFailed: 1, logFailed: [{ code: 'SITE_PAUSED' }] })
    expect([await pauseOf(lab.tenant.viewId), await pauseOf(away.viewId)]).toEqual([null, null])
    expect((await auditOf(lab.tenant.viewId)).map(({ action }) => action)).toEqual(['view.paused', 'view.resumed'])
    await runJob({ viewIds: [lab.tenant.viewId], pauseEndTime: null })
    expect(await auditOf(lab.tenant.viewId)).toHaveLength(2)
  })

  it('marks their alarms as paused, with its end · OVERRIDE-002', async () => {
    const end = minute(30).toISOString()
    await pause({ filters: { below: [lab.tenant.siteId] }, pauseEndTime: end, reason: 'Works' })
    const reply = await lab.server.app.inject({
      method: 'POST',
      url: `/api/v1/ingest/alarm?view=${lab.tenant.viewId}`,
      headers: { authorization: `Bearer ${lab.tenant.ingestToken}`, 'content-type': 'image/jpeg' },
      payload: Buffer.from('ffd8ffe000104a4649460001', 'hex'),
    })
    const { alarmId } = reply.json<{ alarmId: string }>()
    expect((await call('GET', `/alarm/${alarmId}`)).body).toMatchObject({
      outside: { reason: 'paused', until: end },
      verdict: null,
    })
    expect(await pauseOf(away.viewId)).toBeNull()
  })
})

describe('a pause of many cameras is refused, and nothing is saved,', () => {
  it.each([
    ['PAUSE_END_PAST', () => minute(-1).toISOString()],
    ['PAUSE_END_PAST', () => toLocalTime(minute(-27 * 60), 'UTC')],
    ['PAUSE_TOO_LONG', () => minute(60 * 24 * 32).toISOString()],
    ['PAUSE_TOO_LONG', () => toLocalTime(minute(60 * 24 * 33), 'UTC')],
    ['PAUSE_END_INVALID', () => 'tomorrow'],
  ])('with %s at the field for an end that is wrong in every time zone', async (code, end) => {
    const { status, body } = await pause({
      viewIds: both(),
      pauseEndTime: end(),
      reason: 'Works',
      asBackgroundJob: true,
    })
    expect([status, body]).toMatchObject([400, { code, errors: [{ field: 'pauseEndTime' }] }])
    expect((await call('GET', '/v1/background-jobs?status=active')).body.count).toBe(0)
    expect([await pauseOf(lab.tenant.viewId), await pauseOf(away.viewId)]).toEqual([null, null])
  })

  it.each([{}, { reason: ' ' }])('without a reason (%o), which is told at the field · OVERRIDE-002', async (reason) => {
    const { status, body } = await pause({ viewIds: both(), pauseEndTime: minute(30).toISOString(), ...reason })
    expect([status, body]).toMatchObject([400, { code: 'VALIDATION', errors: [{ field: 'reason' }] }])
    expect([await pauseOf(lab.tenant.viewId), await pauseOf(away.viewId)]).toEqual([null, null])
  })

  it('for cameras of another company', async () => {
    const theirs = await createTenant(lab.server.database.runtime)
    const reply = await pause({ viewIds: [theirs.viewId], pauseEndTime: minute(30).toISOString(), reason: 'Works' })
    expect(reply).toMatchObject({ status: 400, body: { code: 'NO_VALID_VIEWS' } })
    const job = await runJob({
      viewIds: [theirs.viewId, lab.tenant.viewId],
      pauseEndTime: minute(30).toISOString(),
      reason: 'Works',
    })
    expect(job).toMatchObject({ statFailed: 1, logFailed: [{ code: 'NOT_FOUND' }] })
    expect((await call('GET', `/view/${theirs.viewId}`, undefined, theirs.admin)).body.pause).toBeNull()
    expect(await pauseOf(lab.tenant.viewId)).not.toBeNull()
  })

  it('to a user without the right to set schedules', async () => {
    const reader = await createLoggedIn(lab.server.database.runtime, {
      companyId: lab.tenant.companyId,
      userType: 'MEMBER_USER_READONLY',
    })
    const reply = await pause({ allViews: true, pauseEndTime: minute(30).toISOString(), reason: 'Works' }, reader)
    expect(reply.status).toBe(403)
    expect(await pauseOf(lab.tenant.viewId)).toBeNull()
  })
})
