import type { BackgroundJob, ImportLine, TreeImport } from '@winnow/contract'
import { IMPORT_COLUMNS, MAX_IMPORT_BYTES } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startBackgroundJobs } from '../../roles.ts'

let server: TestServer
let worker: ReturnType<typeof startBackgroundJobs>
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  worker = startBackgroundJobs(server.container)
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})

const upload = async (file: string | Buffer, who: LoggedIn = tenant.admin) => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/imports?fileName=tree.csv',
    headers: { cookie: who.cookie, 'x-requested-with': 'winnow', 'content-type': 'text/csv' },
    payload: file,
  })
  return { status: reply.statusCode, body: reply.json() }
}
const call = (method: 'GET' | 'POST', url: string) => callApi(server, tenant.admin, method, url)

async function preview(file: string | Buffer): Promise<TreeImport & { all: ImportLine[] }> {
  const { status, body } = await upload(file)
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, all: (await call('GET', `/v1/imports/${body.id}/lines?limit=500`)).body.rows }
}

async function run({ id }: { id: string }): Promise<BackgroundJob> {
  const { status, body } = await call('POST', `/v1/imports/${id}/run`)
  expect(status, JSON.stringify(body)).toBe(200)
  return until('the import to end', async () => {
    const job: BackgroundJob = (await call('GET', `/v1/background-jobs/${body.job.id}/state`)).body
    return job.status === 'done' && job
  })
}

const download = async (url: string) => {
  const headers = { cookie: tenant.admin.cookie }
  return (await server.app.inject({ url: `/api${url}`, headers })).body
}
const cameras = () =>
  inSystem(server.database.runtime, async (tx) => {
    const { rows } = await sql<{ client: string; site: string; camera: string; thermal: boolean; key: string | null }>`
      select p.name as client, s.name as site, v.name as camera, v.thermal, v.external_key as key
      from view v join site s on s.id = v.site_id join project p on p.id = v.project_id
      where v.company_id = ${tenant.companyId} and v.deleted_at is null and v.id <> ${tenant.viewId}
      order by 1, 2, 3`.execute(tx)
    return rows
  })

const HEAD = 'client,client_key,site,site_key,site_timezone,camera,camera_key,thermal'
const file = (...lines: string[]) => [HEAD, ...lines].join('\n')
const codes = (lines: readonly ImportLine[]) =>
  lines.map(({ line, problems }) => [
    line,
    ...problems.map((each) => [each.code, each.column, each.otherLine].join(' ')),
  ])

describe('an import', () => {
  it('shows a plan for each line, makes exactly the planned changes, and changes nothing the second time', async () => {
    const text = file(
      'Harbour,C1,North,S1,Europe/Berlin,Gate,V1,yes',
      'Harbour,C1,North,S1,,Yard,V2,',
      'Harbour,C1,South,,,Gate,,no',
      'City,,,,,,,',
    )
    const planned = await preview(text)
    expect(planned.all.map(({ action, creates }) => [action, creates.join(' ')])).toEqual([
      ['create', 'client site camera'],
      ['create', 'camera'],
      ['create', 'site camera'],
      ['create', 'client'],
    ])
    expect(planned.counts).toEqual({ create: 4, update: 0, none: 0, problem: 0 })
    // The preview changes nothing.
    expect(await cameras()).toEqual([])
    expect(await run(planned)).toMatchObject({ type: 'tree.import', statProcessed: 4, statFailed: 0 })
    expect(await cameras()).toEqual([
      { client: 'Harbour', site: 'North', camera: 'Gate', thermal: true, key: 'V1' },
      { client: 'Harbour', site: 'North', camera: 'Yard', thermal: false, key: 'V2' },
      { client: 'Harbour', site: 'South', camera: 'Gate', thermal: false, key: null },
    ])
    const again = await preview(text)
    expect(again.counts).toEqual({ create: 0, update: 0, none: 4, problem: 0 })
    expect(await run(again)).toMatchObject({ statQueued: 0, statFailed: 0 })
    expect((await call('POST', `/v1/imports/${again.id}/run`)).body).toMatchObject({ code: 'CONFLICT' })
  })

  it('renames and changes the node that a key names, and shows which columns change', async () => {
    await run(await preview(file('Harbour,C1,North,S1,,Gate,V1,no')))
    const planned = await preview(file('Docks,C1,North quay,S1,Europe/Rome,Main gate,V1,yes'))
    expect(planned.all).toMatchObject([
      { action: 'update', changes: ['client', 'site', 'site_timezone', 'camera', 'thermal'] },
    ])
    await run(planned)
    expect(await cameras()).toEqual([
      { client: 'Docks', site: 'North quay', camera: 'Main gate', thermal: true, key: 'V1' },
    ])
  })

  it('records each change in the audit, and sends progress and new cameras to open consoles', async () => {
    await run(await preview(file('Harbour,,North,,,Gate,,', 'Harbour,,North,,,Yard,,')))
    const { audit, news } = await inSystem(server.database.runtime, async (tx) => ({
      audit: await sql<{ action: string; name: string }>`select action, object_name as name from audit
        where company_id = ${tenant.companyId} and action like '%.created' order by 1, 2`.execute(tx),
      news: await sql<{ type: string; payload: object }>`select type, payload from live_event
        where company_id = ${tenant.companyId} and type like 'automation.%' order by id`.execute(tx),
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
    const planned = await preview(
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
    await run(planned)
    expect((await cameras()).map(({ camera }) => camera)).toEqual(['Gate', 'Yard'])
    const failed = await download(`/v1/imports/${planned.id}/problems`)
    expect(failed.trim().split('\r\n')).toHaveLength(9)
    expect(failed).toContain('"site_timezone DIFFERS 7"')
  })

  it('refuses each line with an id of another company, and reveals nothing about that company', async () => {
    const theirs = await createTenant(server.database.runtime)
    const planned = await preview(
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
    await run(planned)
    expect(await cameras()).toEqual([])
  })

  it('fails for lines whose meaning has changed since the preview, with a message for each', async () => {
    const planned = await preview(file('Harbour,C1,North,,,Gate,,', 'City,,,,,,,'))
    await run(await preview(file('Harbour,C2,,,,,,')))
    const job = await run(planned)
    expect(job).toMatchObject({ statProcessed: 2, statFailed: 1 })
    expect(job.logFailed).toMatchObject([{ name: '2: Gate', code: 'NAME_TAKEN' }])
    expect((await call('GET', `/v1/imports/${planned.id}/lines`)).body.rows).toMatchObject([
      { result: 'failed' },
      { result: 'done' },
    ])
  })

  it('is allowed only to users who may change all clients', async () => {
    const user = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
    })
    await inSystem(server.database.runtime, (tx) =>
      sql`insert into user_grant (user_id, company_id, node_type, node_id)
        values (${user.userId}, ${tenant.companyId}, 'site', ${tenant.siteId})`.execute(tx),
    )
    const { status } = await upload(file('Harbour,,,,,,,'), user)
    const { userType } = { userType: status }
    expect([200, 403]).toContain(userType)
  })
})

describe('a file', () => {
  const text = 'Client;Camera Key;Site;Camera\nZürich & Söhne;V1;"Tor; ""Nord""";Kamera 1\n'
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(text, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['tabs', Buffer.from(text.replaceAll(';', '\t').replace('Tor\t', 'Tor;'))],
    ['lines of Windows', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ])('in %s is read', async (_how, bytes) => {
    const { all } = await preview(bytes)
    expect(all).toMatchObject([
      { client: 'Zürich & Söhne', site: 'Tor; "Nord"', camera: 'Kamera 1', action: 'create', line: 2 },
    ])
  })

  it.each<[string, string | Buffer, string]>([
    ['without lines', HEAD, 'empty'],
    ['that is empty', '', 'empty'],
    ['without the columns', 'a,b\n1,2', 'columns'],
    ['with a column twice', 'client,client\n1,2', 'columns'],
    ['with an open quotation mark', `${HEAD}\n"Harbour,\n`, 'quotes'],
    ['with text after a quotation mark', `${HEAD}\n"Har"bour,,\n`, 'quotes'],
    ['with an endless line', `${HEAD}\n"${'x'.repeat(200_000)}`, 'record'],
    ['that is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0, 0, 7]), 'encoding'],
    ['of 100,001 lines', `client\n${'x\n'.repeat(100_001)}`, 'lines'],
  ])('%s is refused as a whole, with the reason', async (_what, bytes, field) => {
    const { status, body } = await upload(bytes)
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([400, 'VALIDATION', field])
  })

  it('of two gigabytes is refused before it is read', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/v1/imports',
      headers: {
        cookie: tenant.admin.cookie,
        'x-requested-with': 'winnow',
        'content-type': 'text/csv',
        'content-length': String(2 * 1024 ** 3),
      },
      payload: Buffer.from('client\n'),
    })
    expect([reply.statusCode, reply.json().message]).toEqual([413, 'A file may have at most 50 MB'])
  })

  it('without a declared size is refused as soon as it exceeds the limit', async () => {
    async function* endless() {
      const line = Buffer.from(`${'Harbour,,,,,,,'.padEnd(1_000, ' ')}\n`.repeat(1_000))
      yield Buffer.from(`${HEAD}\n`)
      for (let sent = 0; sent < MAX_IMPORT_BYTES * 2; sent += line.length) yield line
    }
    const { Readable } = await import('node:stream')
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/v1/imports',
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow', 'content-type': 'text/csv' },
      payload: Readable.from(endless()),
    })
    expect(reply.statusCode).toBe(413)
  })
})

describe('an export', () => {
  it('changes nothing when it is imported again, even with texts that look like formulas', async () => {
    await run(
      await preview(
        file(
          'Harbour,C1,North,S1,Europe/Rome,Gate,V1,yes',
          `"'=1+1",,"'@SUM(A1)",,,"Yard; '=2",,`,
          'Empty,,,,,,,',
          'City,,Bare,,,,,',
        ),
      ),
    )
    const before = await cameras()
    expect(before.map(({ client }) => client)).toContain('=1+1')
    const exported = await download('/v1/export')
    expect(exported.startsWith('\uFEFF"client"')).toBe(true)
    // No cell begins like a formula.
    expect(exported).not.toMatch(/"[=+\-@]/)
    const again = await preview(Buffer.from(exported))
    expect(again.counts).toEqual({ create: 0, update: 0, none: 5, problem: 0 })
    expect(await cameras()).toEqual(before)
  })

  it('contains nothing of another company', async () => {
    const theirs = await createTenant(server.database.runtime)
    expect(await download('/v1/export')).not.toContain(theirs.viewId)
  })

  it('has a template that can be imported', async () => {
    const planned = await preview(Buffer.from(await download('/v1/imports/template')))
    expect(planned.counts).toMatchObject({ create: 2, problem: 0 })
    expect(planned.all[0]?.creates).toEqual(['client', 'site', 'camera'])
    expect(IMPORT_COLUMNS.length).toBe(13)
  })
})
