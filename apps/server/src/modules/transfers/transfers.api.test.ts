import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { codes, file, startTransferLab, type Transfers } from './transfers.fixture.ts'

let lab: Awaited<ReturnType<typeof startTransferLab>>
let own: Transfers
beforeAll(async () => {
  lab = await startTransferLab()
})
afterAll(() => lab.close())
beforeEach(async () => {
  own = await lab.company()
})

describe('an import', () => {
  it('shows a plan for each line, makes exactly the planned changes, and changes nothing the second time', async () => {
    const text = file(
      'Harbour,C1,North,S1,Europe/Berlin,Gate,V1,yes',
      'Harbour,C1,North,S1,,Yard,V2,',
      'Harbour,C1,South,,,Gate,,no',
      'City,,,,,,,',
    )
    const planned = await own.preview(text)
    expect(planned.all.map(({ action, creates }) => [action, creates.join(' ')])).toEqual([
      ['create', 'client site camera'],
      ['create', 'camera'],
      ['create', 'site camera'],
      ['create', 'client'],
    ])
    expect(planned.counts).toEqual({ create: 4, update: 0, none: 0, problem: 0 })
    // The preview changes nothing.
    expect(await own.cameras()).toEqual([])
    expect(await own.run(planned)).toMatchObject({ type: 'tree.import', statProcessed: 4, statFailed: 0 })
    expect(await own.cameras()).toEqual([
      { client: 'Harbour', site: 'North', camera: 'Gate', thermal: true, key: 'V1' },
      { client: 'Harbour', site: 'North', camera: 'Yard', thermal: false, key: 'V2' },
      { client: 'Harbour', site: 'South', camera: 'Gate', thermal: false, key: null },
    ])
    const again = await own.preview(text)
    expect(again.counts).toEqual({ create: 0, update: 0, none: 4, problem: 0 })
    expect(await own.run(again)).toMatchObject({ statQueued: 0, statFailed: 0 })
    expect((await own.call('POST', `/v1/imports/${again.id}/run`)).body).toMatchObject({ code: 'CONFLICT' })
  })

  it('renames and changes the node that a key names, and shows which columns change', async () => {
    await own.run(await own.preview(file('Harbour,C1,North,S1,,Gate,V1,no')))
    const planned = await own.preview(file('Docks,C1,North quay,S1,Europe/Rome,Main gate,V1,yes'))
    expect(planned.all).toMatchObject([
      { action: 'update', changes: ['client', 'site', 'site_timezone', 'camera', 'thermal'] },
    ])
    await own.run(planned)
    expect(await own.cameras()).toEqual([
      { client: 'Docks', site: 'North quay', camera: 'Main gate', thermal: true, key: 'V1' },
    ])
  })

  it('records each change in the audit, and sends progress and new cameras to open consoles', async () => {
    await own.run(await own.preview(file('Harbour,,North,,,Gate,,', 'Harbour,,North,,,Yard,,')))
    const { audit, news } = await inSystem(lab.server.database.runtime, async (tx) => ({
      audit: await sql<{ action: string; name: string }>`select action, object_name as name from audit
        where company_id = ${own.tenant.companyId} and action like '%.created' order by 1, 2`.execute(tx),
      news: await sql<{ type: string; payload: object }>`select type, payload from live_event
        where company_id = ${own.tenant.companyId} and type like 'automation.%' order by id`.execute(tx),
    }))
    expect(audit.rows.map(({ action, name }) => `${action} ${name}`)).toEqual([
      'project.created Harbour',
      'site.created North',
      'view.created Gate',
      'view.created Yard',
    ])
    expect(news.rows).toMatchObject([
      { type: 'automation.camera', payload: { cameraName: 'Gate', siteName: 'North' } },
      { type: 'automation.camera', payload: { cameraName: 'Yard' } },
      { type: 'automation.progress', payload: { addedCount: 2, totalCamera: 2, isCompleted: true } },
    ])
  })

  it('skips lines with problems as a whole, names each problem, and returns these lines for correction', async () => {
    const planned = await own.preview(
      file(
        ',,North,,,Gate,,',
        'Harbour,,,,,Gate,,',
        'Harbour,,North,,Nowhere/None,Gate,,maybe',
        'Harbour,,North,S1,,Gate,V1,yes',
        'Harbour,,North,S1,,Gate,V1,yes',
        'Harbour,,North,S1,Europe/Rome,Yard,,',
        'Harbour,,North,S1,Europe/Paris,Door,,',
        'Harbour,,South,S2,,Gate,V1,',
        'Harbour,,North,S9,,Lift,,',
        `Harbour,,North,S1,,"${'x'.repeat(101)}",,`,
      ),
    )
    expect(codes(planned.all)).toEqual([
      [2, 'REQUIRED client '],
      [3, 'REQUIRED site '],
      [4, 'INVALID site_timezone ', 'INVALID thermal '],
      [5],
      [6, 'DUPLICATE camera 5'],
      [7],
      [8, 'DIFFERS site_timezone 7'],
      [9, 'ELSEWHERE camera_key '],
      [10, 'NAME_TAKEN site '],
      [11, 'INVALID camera '],
    ])
    await own.run(planned)
    expect((await own.cameras()).map(({ camera }) => camera)).toEqual(['Gate', 'Yard'])
    const failed = await own.download(`/v1/imports/${planned.id}/problems`)
    expect(failed.trim().split('\r\n')).toHaveLength(9)
    expect(failed).toContain('"Time zone of the site differs from line 7."')
  })

  it('refuses each line with a key that an earlier line has given to something else', async () => {
    const planned = await own.preview(
      file(
        'Harbour,C1,North,S1,,Gate,V1,',
        'Harbour,C1,North,S1,,Yard,V1,',
        'Harbour,C1,East,,,Door,V1,',
        'Harbour,C1,South,S1,,,,',
        'Docks,C1,,,,,,',
      ),
    )
    expect(codes(planned.all)).toEqual([
      [2],
      [3, 'DUPLICATE camera 2'],
      [4, 'ELSEWHERE camera_key '],
      [5, 'DIFFERS site 2'],
      [6, 'DIFFERS client 2'],
    ])
    await own.run(planned)
    expect(await own.cameras()).toEqual([
      { client: 'Harbour', site: 'North', camera: 'Gate', thermal: false, key: 'V1' },
    ])
  })

  it('refuses each line with an id of another company, and reveals nothing about that company', async () => {
    const theirs = await createTenant(lab.server.database.runtime)
    const planned = await own.preview(
      file(
        `Harbour,${theirs.projectId},,,,,,`,
        `Harbour,,North,${theirs.siteId},,,,`,
        `Harbour,,North,,,Gate,${theirs.viewId},`,
      ),
    )
    expect(codes(planned.all)).toEqual([
      [2, 'UNKNOWN_ID client_key '],
      [3, 'UNKNOWN_ID site_key '],
      [4, 'UNKNOWN_ID camera_key '],
    ])
    await own.run(planned)
    expect(await own.cameras()).toEqual([])
  })

  it('fails for lines whose meaning has changed since the preview, with a message for each', async () => {
    const planned = await own.preview(file('Harbour,C1,North,,,Gate,,', 'City,,,,,,,'))
    await own.run(await own.preview(file('Harbour,C2,,,,,,')))
    const job = await own.run(planned)
    expect(job).toMatchObject({ statProcessed: 2, statFailed: 1 })
    expect(job.logFailed).toMatchObject([{ name: '2: Gate', code: 'NAME_TAKEN' }])
    expect((await own.call('GET', `/v1/imports/${planned.id}/lines`)).body.rows).toMatchObject([
      { result: 'failed', problems: [{ code: 'NAME_TAKEN', column: 'client' }], node: null },
      { result: 'done', problems: [], node: { kind: 'client' } },
    ])
    expect((await own.call('GET', `/v1/imports/${planned.id}/lines?outcome=failed`)).body).toMatchObject({
      count: 1,
      rows: [{ line: 2 }],
    })
    expect(await own.download(`/v1/imports/${planned.id}/problems`)).toContain('"Client: the name is taken already."')
    expect((await own.call('GET', '/v1/imports')).body.rows).toMatchObject([
      { failed: 0, lines: 1 },
      { id: planned.id, failed: 1, jobId: job.id },
      { lines: 0 },
    ])
  })

  it('links each line to its client, site or camera, also before the import if that exists', async () => {
    await own.run(await own.preview(file('Harbour,C1,North,S1,,,,')))
    const planned = await own.preview(file('Harbour,C1,North,S1,,Gate,V1,', 'Harbour,C1,North,S1,,,,', 'City,,,,,,,'))
    expect(planned.all.map(({ node }) => node?.kind)).toEqual([undefined, 'site', undefined])
    await own.run(planned)
    const { rows } = (await own.call('GET', `/v1/imports/${planned.id}/lines`)).body
    expect(rows[1].node).toEqual(planned.all[1]?.node)
    for (const [at, path] of [
      [0, 'view'],
      [1, 'site'],
      [2, 'project'],
    ] as const)
      expect((await own.call('GET', `/${path}/${rows[at].node.id}`)).status).toBe(200)
  })

  it('is allowed to users who may change all clients, and to nobody else', async () => {
    const db = lab.server.database.runtime
    const { companyId } = own.tenant
    const [member, external] = [
      await createLoggedIn(db, { companyId, userType: 'MEMBER_USER' }),
      await createLoggedIn(db, { companyId, userType: 'EXTERNAL_USER' }),
    ]
    await inSystem(db, (tx) =>
      sql`insert into user_grant (user_id, company_id, node_type, node_id, permission)
        values (${external.userId}, ${companyId}, 'site', ${own.tenant.siteId}, 'write')`.execute(tx),
    )
    expect((await own.upload(file('Harbour,,,,,,,'), member)).status).toBe(200)
    expect((await own.upload(file('Harbour,,,,,,,'), external)).status).toBe(403)
  })

  it('keeps what somebody else saves while it runs', async () => {
    await own.run(await own.preview(file('Harbour,C1,North,S1,,Gate,V1,no')))
    const planned = await own.preview(file('Harbour,C1,North,S1,,Main gate,V1,'))
    const db = lab.server.database.runtime
    const { importing } = await inSystem(db, async (tx) => {
      await sql`update view set active = false where company_id = ${own.tenant.companyId} and name = 'Gate'`.execute(tx)
      const job = own.run(planned)
      await until('the import to wait for the other change', () => waitsForLock(db))
      return { importing: job }
    })
    expect(await importing).toMatchObject({ statProcessed: 1, statFailed: 0 })
    const saved = await inSystem(db, (tx) =>
      tx
        .selectFrom('view')
        .select(['name', 'active'])
        .where('company_id', '=', own.tenant.companyId)
        .where('external_key', '=', 'V1')
        .execute(),
    )
    expect(saved).toEqual([{ name: 'Main gate', active: false }])
  })

  it('waits for no bulk action, nor a bulk action for it, but a company has one import at a time', async () => {
    const [planned, next] = [await own.preview(file('Harbour,,,,,,,')), await own.preview(file('City,,,,,,,'))]
    // A job that no worker knows never ends.
    const occupy = (line: string) =>
      inSystem(lab.server.database.runtime, (tx) =>
        sql`update background_job set status = 'running', kind = 'test', finished_at = null, line = ${line}
          where id = ${own.tenant.jobId}`.execute(tx),
      )
    const switchOff = () => own.call('PUT', '/views/active', { allViews: true, isActive: false })
    await occupy('views')
    expect((await switchOff()).body.code).toBe('JOB_RUNNING')
    expect(await own.run(planned)).toMatchObject({ statProcessed: 1, statFailed: 0 })
    await occupy('transfers')
    expect(await own.call('POST', `/v1/imports/${next.id}/run`)).toMatchObject({
      status: 409,
      body: { code: 'JOB_RUNNING' },
    })
    expect((await switchOff()).status).toBe(200)
    await own.call('POST', `/v1/background-jobs/${own.tenant.jobId}/cancel`)
    expect(await own.run(next)).toMatchObject({ statProcessed: 1, statFailed: 0 })
  })

  it('is refused for a token that is limited to some clients', async () => {
    const limit = (ids: string[] | null) =>
      inSystem(lab.server.database.runtime, (tx) =>
        sql`update api_token set project_ids = ${ids} where company_id = ${own.tenant.companyId}`.execute(tx),
      )
    const headers = { authorization: `Bearer ${own.tenant.apiToken}`, 'content-type': 'text/csv' }
    const send = async () =>
      (
        await lab.server.app.inject({
          method: 'POST',
          url: '/api/v1/imports',
          headers,
          payload: file('Harbour,,,,,,,'),
        })
      ).statusCode
    expect(await send()).toBe(200)
    await limit([own.tenant.projectId])
    expect(await send()).toBe(403)
    expect((await lab.server.app.inject({ url: '/api/v1/export', headers })).statusCode).toBe(403)
  })
})
