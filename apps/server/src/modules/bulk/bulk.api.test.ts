import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createCamera, createLoggedIn, createTenant } from '../../../test/factories.ts'
import { openJobLab } from '../../../test/job-lab.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

const lab = openJobLab()
const { call, ended } = lab

/** Adds cameras with these names to the tenant's site. */
async function addCameras(...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names)
    ids.push((await createCamera(lab.server.database.runtime, lab.tenant.companyId, { ...lab.tenant, name })).viewId)
  return ids
}

/** Creates a site in another client of the company. */
const otherSite = async () => createCamera(lab.server.database.runtime, lab.tenant.companyId)

const cameras = (ids: readonly string[]) =>
  inSystem(lab.server.database.runtime, (tx) =>
    tx.selectFrom('view').selectAll().where('id', 'in', ids).orderBy('id').execute(),
  )
const auditOf = (objectId: string) =>
  inSystem(lab.server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('object_id', '=', objectId).orderBy('id').execute(),
  )

const setActive = (body: object, who?: { cookie: string }) => call('PUT', '/views/active', body, who)
const asJob = { asBackgroundJob: true }

describe('switching cameras', () => {
  it('as a job changes them all, and is audited once per job and once per camera · BULK-001 VIEWS-009 BULK-014 JOBS-003 JOBS-004', async () => {
    const ids = await addCameras('One', 'Two', 'Three')
    const reply = await setActive({ viewIds: ids, isActive: false, ...asJob })
    expect(reply.body.job).toMatchObject({ group: 'view.toggle-active', type: 'views.deactivate', status: 'queued' })
    expect(await ended(reply)).toMatchObject({ statQueued: 3, statProcessed: 3, statFailed: 0, logFailed: [] })
    expect((await cameras(ids)).map(({ active }) => active)).toEqual([false, false, false])
    const actions = (await auditOf(reply.body.job.id)).map(({ action, after }) => ({ action, after }))
    expect(actions).toEqual([
      { action: 'job.started', after: { params: { isActive: false }, count: 3 } },
      { action: 'job.finished', after: { count: 3, processed: 3, failed: 0 } },
    ])
    expect(await auditOf(ids[0] ?? '')).toMatchObject([
      {
        action: 'view.changed',
        user_id: lab.tenant.admin.userId,
        before: { active: true },
        after: { active: false },
        project_id: lab.tenant.projectId,
        site_id: lab.tenant.siteId,
        view_id: ids[0],
      },
    ])
    await ended(await setActive({ viewIds: ids, isActive: false, ...asJob }))
    expect(await auditOf(ids[0] ?? '')).toHaveLength(1)
  })

  it('without a job returns their number when all are changed · BULK-005 VIEWS-009', async () => {
    const ids = await addCameras('One', 'Two')
    expect(await setActive({ viewIds: [...ids, ...ids], isActive: false })).toEqual({
      status: 200,
      body: { numberOfAffectedCameras: 2 },
    })
    expect((await cameras(ids)).map(({ active }) => active)).toEqual([false, false])
    const { body } = await call('GET', '/v1/background-jobs?status=done')
    expect(body.rows[0]).toMatchObject({ type: 'views.deactivate', statProcessed: 2 })
  })

  it('selects cameras by a filter, a group, a client or site, or all cameras', async () => {
    const [kept = '', thermal = ''] = await addCameras('Kept', 'Hot')
    const away = await otherSite()
    await inSystem(lab.server.database.runtime, (tx) =>
      tx.updateTable('view').set({ thermal: true }).where('id', '=', thermal).execute(),
    )
    const affected = async (body: object) =>
      (await setActive({ ...body, isActive: false })).body.numberOfAffectedCameras as number
    expect(await affected({ filters: { thermal: true } })).toBe(1)
    expect((await cameras([kept]))[0]?.active).toBe(true)
    expect(await affected({ filters: { below: [away.siteId] } })).toBe(1)
    expect(await affected({ filters: { below: [lab.tenant.projectId] } })).toBe(3)
    expect(await affected({ filters: { groupId: lab.tenant.groupId } })).toBe(3)
    expect(await affected({ filters: { below: [thermal, away.siteId] } })).toBe(2)
    expect(await affected({ allViews: true })).toBe(4)
    expect(await affected({ allViews: true, filters: { activeOff: true, search: 'hot' } })).toBe(1)
  })
})

describe('a bulk action is refused, and nothing is saved, for', () => {
  const refusals: [string, object, object][] = [
    [
      'ids that are not UUIDs · BULK-009',
      { viewIds: ['one'], isActive: true },
      { code: 'VALIDATION', errors: [{ message: 'viewIds should be a list of UUIDs' }] },
    ],
    [
      'a text in place of a list of ids · BULK-009',
      { viewIds: 'all', isActive: true },
      { errors: [{ field: 'viewIds', message: 'viewIds should be a list of UUIDs' }] },
    ],
    [
      'no selection at all · BULK-009',
      { isActive: true },
      { errors: [{ field: 'viewIds', message: 'viewIds should be a list of UUIDs' }] },
    ],
    [
      'a state other than true or false · BULK-010',
      { allViews: true, isActive: 'yes' },
      { errors: [{ field: 'isActive', message: 'isActive should be true or false' }] },
    ],
    [
      'an empty list · BULK-011',
      { viewIds: [], isActive: true },
      { code: 'NO_VIEWS_MATCHED', message: 'No views matched the requested operation' },
    ],
    [
      'a filter that no camera matches · BULK-011',
      { filters: { search: 'nothing has this name' }, isActive: true },
      { code: 'NO_VIEWS_MATCHED', message: 'No views matched the requested operation' },
    ],
    [
      'an empty filter that would mean all',
      { filters: {}, isActive: true },
      { errors: [{ field: 'allViews', message: 'An empty filter needs allViews' }] },
    ],
    [
      'a filter with an unknown flag, beside which all would be meant',
      { allViews: true, filters: { activeOf: true }, isActive: true },
      { errors: [{ field: 'filters', message: 'Unrecognized key: "activeOf"' }] },
    ],
    [
      'an unknown flag beside a known one',
      { filters: { thermal: true, nothing: true }, isActive: true },
      { errors: [{ field: 'filters', message: 'Unrecognized key: "nothing"' }] },
    ],
    [
      'ids that do not exist · BULK-012',
      { viewIds: [newId()], isActive: true },
      { code: 'NO_VALID_VIEWS', message: 'No valid cameras found or permission missing' },
    ],
    [
      'as many ids as a request may have, none of which exist · BULK-012',
      { viewIds: Array.from({ length: 10_000 }, () => newId()), isActive: true },
      { code: 'NO_VALID_VIEWS', message: 'No valid cameras found or permission missing' },
    ],
    [
      'more ids than a request may have',
      { viewIds: Array.from({ length: 10_001 }, () => newId()), isActive: true },
      { errors: [{ field: 'viewIds', message: 'At most 10000 cameras. Use filters or allViews for more' }] },
    ],
  ]
  it.each(refusals)('%s', async (_what, body, expected) => {
    const reply = await setActive({ ...body, ...asJob })
    expect(reply).toMatchObject({ status: 400, body: expected })
    expect((await call('GET', '/v1/background-jobs?status=active')).body.count).toBe(0)
  })

  it('only foreign and deleted cameras · BULK-012', async () => {
    const theirs = await createTenant(lab.server.database.runtime)
    await call('DELETE', `/view/${lab.tenant.viewId}`)
    const reply = await setActive({ viewIds: [theirs.viewId, lab.tenant.viewId], isActive: false, ...asJob })
    expect(reply).toMatchObject({ status: 400, body: { code: 'NO_VALID_VIEWS' } })
    expect((await cameras([theirs.viewId]))[0]?.active).toBe(true)
  })

  it('a user who may change nothing · BULK-008', async () => {
    const reader = await createLoggedIn(lab.server.database.runtime, {
      companyId: lab.tenant.companyId,
      userType: 'MEMBER_USER_READONLY',
    })
    expect(await setActive({ allViews: true, isActive: false, ...asJob }, reader)).toMatchObject({
      status: 403,
      body: { message: 'You have no access for this action' },
    })
  })

  it('more cameras than a call without a job may take', async () => {
    await inSystem(lab.server.database.runtime, (tx) =>
      sql`insert into view (id, company_id, project_id, site_id, name, address_token)
        select gen_random_uuid(), ${lab.tenant.companyId}, ${lab.tenant.projectId}, ${lab.tenant.siteId}, 'Many ' || n, gen_random_uuid()
        from generate_series(1, 1000) n`.execute(tx),
    )
    const reply = await setActive({ allViews: true, isActive: false })
    expect(reply.body.errors).toEqual([
      { field: 'asBackgroundJob', message: 'More than 1000 cameras need asBackgroundJob' },
    ])
    expect(await ended(await setActive({ allViews: true, isActive: false, ...asJob }))).toMatchObject({
      statQueued: 1_001,
      statProcessed: 1_001,
    })
  })

  it('a second action while one of the company runs; another company may start its own · BULK-003 BULK-007', async () => {
    const other = await createTenant(lab.server.database.runtime)
    await inSystem(lab.server.database.runtime, (tx) =>
      tx
        .updateTable('background_job')
        .set({ status: 'running', kind: 'kind of no worker', finished_at: null })
        .where('id', '=', lab.tenant.jobId)
        .execute(),
    )
    for (const how of [asJob, {}])
      expect(await setActive({ allViews: true, isActive: false, ...how })).toMatchObject({
        status: 409,
        body: {
          code: 'JOB_RUNNING',
          message: 'Unable to proceed. Please wait until the previous action is complete.',
        },
      })
    expect((await setActive({ allViews: true, isActive: false }, other.admin)).status).toBe(200)
    await call('POST', `/v1/background-jobs/${lab.tenant.jobId}/cancel`)
    expect((await setActive({ allViews: true, isActive: false })).status).toBe(200)
  })
})

describe('a selection with cameras that cannot be changed', () => {
  it('fails for these cameras, with name, link and reason, and changes the others · BULK-002 JOBS-006', async () => {
    const [readable = '', writable = ''] = await addCameras('Readable', 'Writable')
    const theirs = await createTenant(lab.server.database.runtime)
    const member = await createLoggedIn(lab.server.database.runtime, {
      companyId: lab.tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    await inSystem(lab.server.database.runtime, async (tx) => {
      for (const [id, permission] of [
        [readable, 'read'],
        [writable, 'write'],
      ])
        await tx
          .insertInto('user_grant')
          .values({
            user_id: member.userId,
            company_id: lab.tenant.companyId,
            node_type: 'view',
            node_id: id ?? '',
            permission: permission ?? '',
          })
          .execute()
    })
    const viewIds = [readable, writable, theirs.viewId, lab.tenant.viewId]
    const job = await ended(await setActive({ viewIds, isActive: false, ...asJob }, member))
    expect(job).toMatchObject({ statQueued: 4, statProcessed: 4, statFailed: 3 })
    const refused = { code: 'FORBIDDEN', message: 'You have no access for this action' }
    expect(job.logFailed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: readable,
          name: 'Readable',
          place: expect.stringMatching(/^\S.* \/ \S/),
          link: `/cams/clients/u?cam=${readable}`,
          ...refused,
        }),
        expect.objectContaining({ id: theirs.viewId, name: theirs.viewId, place: null, link: null, code: 'NOT_FOUND' }),
        expect.objectContaining({
          id: lab.tenant.viewId,
          name: lab.tenant.viewId,
          place: null,
          link: null,
          code: 'NOT_FOUND',
        }),
      ]),
    )
    const active = new Map((await cameras(viewIds)).map((view) => [view.id, view.active]))
    expect(viewIds.map((id) => active.get(id))).toEqual([true, false, true, true])
    const { body } = await call('GET', `/v1/background-jobs/${job.id}/failures?limit=2&page=2`, undefined, member)
    expect(body).toMatchObject({ count: 3, page: 2, rows: [{ id: expect.any(String) }] })
  })
})

describe('other bulk actions', () => {
  it('set sensitivity and wanted classes, each alone or both', async () => {
    const ids = await addCameras('One', 'Two')
    await ended(await call('PUT', '/v1/views/settings', { viewIds: ids, sensitivity: 5, ...asJob }))
    await ended(await call('PUT', '/v1/views/settings', { viewIds: ids, wantedClasses: ['person'], ...asJob }))
    for (const camera of await cameras(ids))
      expect(camera).toMatchObject({ sensitivity: 5, wanted_classes: ['person'] })
    expect(await auditOf(ids[0] ?? '')).toMatchObject([
      { before: { sensitivity: 3 }, after: { sensitivity: 5 } },
      { after: { wantedClasses: ['person'] } },
    ])
    expect((await call('PUT', '/v1/views/settings', { viewIds: ids })).body.errors[0].field).toBe('sensitivity')
  })

  it('set and clear the mark for tampering · BULK-014 CAMERAS-011', async () => {
    const ids = await addCameras('One')
    const on = await ended(await call('POST', '/view/activate-tampering-detection', { viewIds: ids, ...asJob }))
    expect(on.group).toBe('view.toggle-tampering-detection')
    expect((await cameras(ids))[0]?.tampering_detection).toBe(true)
    expect((await call('GET', `/view/${ids[0]}`)).body.tamperingDetection).toBe(true)
    await ended(await call('POST', '/view/deactivate-tampering-detection', { viewIds: ids, ...asJob }))
    expect((await cameras(ids))[0]?.tampering_detection).toBe(false)
    expect((await call('GET', `/view/${ids[0]}`)).body.tamperingDetection).toBe(false)
  })

  it('move cameras: past alarms and addresses stay, grants follow the cameras, and cameras with a taken name fail', async () => {
    const target = await otherSite()
    const [taken = '', twin = ''] = await addCameras('Gate', 'gate')
    await createCamera(lab.server.database.runtime, lab.tenant.companyId, { ...target, name: 'GATE' })
    const before = await cameras([lab.tenant.viewId])
    /** A user who may see one site. */
    const guardOf = async (siteId: string) => {
      const { companyId: company_id } = lab.tenant
      const guard = await createLoggedIn(lab.server.database.runtime, {
        companyId: company_id,
        userType: 'EXTERNAL_USER',
      })
      const grant = { user_id: guard.userId, company_id, node_type: 'site', node_id: siteId, permission: 'read' }
      await inSystem(lab.server.database.runtime, (tx) => tx.insertInto('user_grant').values(grant).execute())
      return guard
    }
    const guards = [await guardOf(lab.tenant.siteId), await guardOf(target.siteId)]
    const seenBy = () =>
      Promise.all(
        guards.map(async (guard) => (await call('GET', `/view/${lab.tenant.viewId}`, undefined, guard)).status),
      )
    expect(await seenBy()).toEqual([200, 404])
    const body = { viewIds: [lab.tenant.viewId, taken, twin], siteId: target.siteId, ...asJob }
    const job = await ended(await call('PUT', '/v1/views/site', body))
    expect(job).toMatchObject({ statFailed: 2, statQueued: 3 })
    expect(job.logFailed.map(({ code }) => code)).toEqual(['NAME_TAKEN', 'NAME_TAKEN'])
    const [moved] = await cameras([lab.tenant.viewId])
    expect(moved).toMatchObject({ site_id: target.siteId, project_id: target.projectId })
    expect(moved?.address_token).toBe(before[0]?.address_token)
    expect(await seenBy()).toEqual([404, 200])
    const alarm = await inSystem(lab.server.database.runtime, (tx) =>
      tx.selectFrom('alarm').selectAll().where('id', '=', lab.tenant.alarmId).executeTakeFirstOrThrow(),
    )
    expect(alarm).toMatchObject({ site_id: lab.tenant.siteId, project_id: lab.tenant.projectId })
    expect(await auditOf(lab.tenant.viewId)).toMatchObject([
      { action: 'view.moved', before: { siteId: lab.tenant.siteId }, after: { siteId: target.siteId } },
    ])
  })

  /** Gives a camera a stream, of which the company may have none any more. */
  const addStream = (viewId: string) =>
    inSystem(lab.server.database.runtime, async (tx) => {
      const { companyId } = lab.tenant
      const stream = { id: newId(Date.now()), company_id: companyId, view_id: viewId, kind: 'rtsp', settings: '{}' }
      await tx
        .insertInto('connection')
        .values({ ...stream, since: new Date() })
        .execute()
      await tx.updateTable('company').set({ rtsp_cameras: 0 }).where('id', '=', companyId).execute()
    })

  it('delete cameras, and restore exactly the deleted cameras · VIEWS-012', async () => {
    const ids = await addCameras('One', 'Two', 'Three', 'Four')
    const [one = '', two = '', three = '', four = ''] = ids
    await addStream(four)
    await call('DELETE', `/view/${three}`)
    const reply = await call('DELETE', `/company/${lab.tenant.companyId}/views`, { viewIds: ids, ...asJob })
    const deleted = await ended(reply)
    expect(deleted).toMatchObject({ statFailed: 1, statQueued: 4 })
    expect((await call('GET', `/view/${one}`)).status).toBe(404)
    await addCameras('two')
    const restored = await ended(await call('POST', `/v1/background-jobs/${deleted.id}/restore`))
    expect(restored).toMatchObject({ type: 'views.restore', statQueued: 3, statFailed: 2 })
    expect(restored.logFailed).toMatchObject([
      { id: two, name: 'Two', place: expect.stringMatching(/^\S.* \/ \S/), code: 'NAME_TAKEN' },
      { id: four, name: 'Four', code: 'RTSP_LIMIT' },
    ])
    const gone = (await cameras(ids)).map((view) => [view.id, view.deleted_at !== null])
    expect(Object.fromEntries(gone)).toEqual({ [one]: false, [two]: true, [three]: true, [four]: true })
    expect(await call('POST', `/v1/background-jobs/${restored.id}/restore`)).toMatchObject({ status: 409 })
  })
})
