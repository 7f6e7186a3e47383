// Generated from the contract: every operation is tried with another tenant's ids in every place that its scope declares.
// `undeclared-ids.api.test.ts` sees to it that no place is left out, and tries those that are not declared.
import { API_BASE, getSession, operations, type Operation, type ScopeRef } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlarm, createTenant, idOf, type Tenant } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

/** Bodies and queries that pass validation, so that the check of scope is what answers. */
const SAMPLES: Record<string, { query?: Record<string, string>; body?: unknown; params?: Record<string, string> }> = {
  'auth.login': { body: { email: 'a@example.com', password: 'x' } },
  'auth.loginWithCode': { body: { code: 'x' } },
  'auth.changePassword': {
    body: { userId: '01900000-0000-7000-8000-000000000001', oldPassword: 'x', newPassword: 'y' },
  },
  'auth.resetPassword': { body: { email: 'a@example.com' } },
  'auth.newPassword': { body: { token: 'x', newPassword: 'y' } },
  'tree.createProject': { body: { name: 'New' } },
  'tree.updateProject': { body: { name: 'New' } },
  'tree.createSite': { body: { name: 'New' } },
  'tree.updateSite': { body: { name: 'New' } },
  'tree.setSiteSmtp': { body: { required: false } },
  'tree.createView': { body: { name: 'New' } },
  'tree.updateView': { body: { name: 'New' } },
  'tree.setViewMasks': { body: { mask: [] } },
  'alarms.list': { body: {} },
  'alarms.count': { query: { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' } },
  'alarms.label': { body: { groundTruth: true } },
  'alarms.addNote': { body: { content: 'Hello' } },
  'alarms.frameImage': { params: { position: '0' } },
  'alarms.signedFrame': { params: { position: '0' }, query: { expires: '4102444800', key: 'k', signature: 'c2ln' } },
  'alarms.describeExport': { body: {} },
  'alarms.exportLabelled': { body: {} },
  'learning.applyView': { body: { proposal: '01900000-0000-7000-8000-000000000001' } },
  'learning.applyCompany': { body: { proposal: '01900000-0000-7000-8000-000000000001' } },
  'receivers.create': { body: { kind: 'email', name: 'New', config: { recipients: ['x@example.com'] } } },
  'receivers.update': { body: { name: 'New' } },
  'users.invite': { body: { email: 'new@example.com', name: 'New', userType: 'MEMBER_USER' } },
  'users.update': { body: { name: 'New' } },
  'users.sceneChange': { body: { sceneChangeMode: 'video', sceneChangeOpacity: 1 } },
  'users.openInvitation': { body: { token: 'x' } },
  'users.acceptInvitation': { body: { token: 'x', name: 'New', password: 'y' } },
  'companies.create': { body: { name: 'New' } },
  'companies.update': { body: { name: 'New' } },
  'companies.provision': { body: { theme: 'default' } },
  'companies.suspend': { body: { suspended: true } },
  'auth.super': { body: { email: 'a@example.com' } },
  'tokens.create': { body: { tokenType: 'api', name: 'New' } },
  'sso.connect': { body: { token: 'x' } },
  'sso.save': {
    body: {
      enabled: false,
      allowPassword: false,
      clientId: 'x',
      clientSecret: 'y',
      domains: [{ domain: 'contoso.example', tenantId: '01900000-0000-7000-8000-000000000001' }],
    },
  },
  'sso.try': { body: { domain: 'contoso.example' } },
  'sso.finishTrial': { body: { code: 'x', state: 'y' } },
  'sso.confirmDomain': { body: { domain: 'contoso.example', confirmed: true } },
  'detectors.add': { body: { set: 'fast' } },
  'detectors.addFiles': { body: { files: [{ sha256: '0'.repeat(64), name: 'x.onnx' }] } },
  'detectors.use': { body: { inUse: true } },
  'detectors.compare': { body: { packs: [] } },
  'twoFactor.confirm': { body: { code: '123456' } },
  'twoFactor.updateUser': { body: { field: 'skip', value: true } },
  'twoFactor.renewCodes': { body: { password: 'x' } },
}

/** How an operation that is filtered by foreign things alone says that it found nothing; lists have no rows. */
const FOUND_NOTHING: Record<string, { status: number; body: object }> = {
  'alarms.describeExport': { status: 200, body: { true: 0, false: 0, pictures: 0 } },
  'alarms.exportLabelled': { status: 404, body: { code: 'NOT_FOUND' } },
}

/** They show every company, or what all share, to those who run the installation; an administrator is refused. */
const PROVIDERS: readonly string[] = ['companies.list', 'detectors.get', 'sso.domains']

interface Attempt {
  operation: Operation
  /** The place that names the other tenant's thing; all others name the caller's own. */
  foreign: ScopeRef | undefined
}

const refsOf = (operation: Operation): readonly ScopeRef[] => (Array.isArray(operation.scope) ? operation.scope : [])

const attempts: Attempt[] = operations.flatMap((operation) =>
  refsOf(operation).map((foreign) => ({ operation, foreign })),
)

let server: TestServer
let mine: Tenant
let theirs: Tenant

beforeAll(async () => {
  server = await startTestServer()
  mine = await createTenant(server.database.runtime, 'Mine')
  theirs = await createTenant(server.database.runtime, 'Theirs')
  // Without bytes a picture would not be found whatever the scope says.
  for (const { signalId } of [mine, theirs])
    await server.container.deps.media.put(`media/2026-01-01/${signalId}/0.jpg`, Buffer.from('picture'))
})
afterAll(() => server.close())

function build({ operation, foreign }: Attempt) {
  const sample = SAMPLES[operation.id] ?? {}
  const params: Record<string, string> = { ...sample.params }
  const query: Record<string, string> = { ...sample.query }
  const body: Record<string, unknown> | undefined = operation.body ? { ...(sample.body as object) } : undefined
  for (const ref of refsOf(operation)) {
    if (ref.optional && ref !== foreign) continue
    const id = idOf(ref === foreign ? theirs : mine, ref.kind)
    if (ref.in === 'path') params[ref.at] = id
    else if (ref.in === 'query') query[ref.at] = id
    else if (body) body[ref.at] = ref.many ? [id] : id
  }
  // Operations that resolve an id themselves (scope 'self') get one of the other tenant's.
  const path = operation.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? theirs.alarmId)
  const search = new URLSearchParams(query).toString()
  return {
    method: operation.method,
    url: `${API_BASE}${path}${search ? `?${search}` : ''}`,
    headers: { 'x-requested-with': 'winnow', ...(operation.uploads ? { 'content-type': 'image/jpeg' } : {}) },
    ...(operation.uploads ? { payload: Buffer.from('/9j/', 'base64') } : body ? { payload: body } : {}),
  }
}

describe('another tenant’s thing', () => {
  it.each(
    attempts.map((attempt) => [attempt.operation.id, attempt.foreign?.in, attempt.foreign?.at, attempt] as const),
  )('%s with a foreign id in %s %s is not found or finds nothing', async (_id, _in, _at, attempt) => {
    const reply = await server.app.inject({
      ...build(attempt),
      headers: { ...build(attempt).headers, cookie: mine.admin.cookie },
    })
    if (attempt.foreign?.foreign === 'empty') {
      const { status, body } = FOUND_NOTHING[attempt.operation.id] ?? { status: 200, body: { rows: [] } }
      expect(reply.statusCode).toBe(status)
      expect(reply.json()).toMatchObject(body)
    } else {
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(reply.body).not.toContain(theirs.companyId)
  })

  it('has every place with a foreign id tried with a valid request otherwise', async () => {
    for (const operation of operations.filter(({ body }) => body))
      expect(SAMPLES, operation.id).toHaveProperty([operation.id])
  })

  it.each(
    operations
      .filter(
        (operation) =>
          refsOf(operation).some((ref) => !ref.optional) && !operation.uploads && operation.method === 'GET',
      )
      .map((operation) => [operation.id, operation] as const),
  )('%s finds the caller’s own', async (_id, operation) => {
    const reply = await server.app.inject({
      ...build({ operation, foreign: undefined }),
      headers: { cookie: mine.admin.cookie, 'x-requested-with': 'winnow' },
    })
    expect(reply.statusCode).toBe(200)
  })

  it.each(
    operations
      .filter(({ scope, method, replyType }) => scope === 'self' && method === 'GET' && replyType !== 'event-stream')
      .map((operation) => [operation.id, operation] as const),
  )('%s shows nothing of another tenant', async (_id, operation) => {
    const reply = await server.app.inject({
      ...build({ operation, foreign: undefined }),
      headers: { cookie: mine.admin.cookie },
    })
    expect(reply.statusCode).toBe(PROVIDERS.includes(operation.id) ? 403 : 200)
    for (const value of Object.values(theirs)) if (typeof value === 'string') expect(reply.body).not.toContain(value)
  })

  it.each(['cameras', 'sites', 'projects', 'alarms'] as const)(
    'named in %s beside one’s own adds nothing to a list',
    async (field) => {
      const id = { cameras: 'viewId', sites: 'siteId', projects: 'projectId', alarms: 'alarmId' } as const
      const reply = await server.app.inject({
        method: 'POST',
        url: `${API_BASE}/viewalarms`,
        headers: { cookie: mine.admin.cookie, 'x-requested-with': 'winnow' },
        payload: { [field]: [mine[id[field]], theirs[id[field]]] },
      })
      const ids = reply.json<{ rows: { id: string }[] }>().rows.map((row) => row.id)
      expect(ids).toContain(mine.alarmId)
      expect(ids).not.toContain(theirs.alarmId)
    },
  )

  it('a note under another alarm of one’s own is not found', async () => {
    const other = await createAlarm(server.database.runtime, mine)
    const reply = await server.app.inject({
      method: 'DELETE',
      url: `${API_BASE}/v1/alarm/${other}/notes/${mine.noteId}`,
      headers: { cookie: mine.admin.cookie, 'x-requested-with': 'winnow' },
    })
    expect(reply.statusCode).toBe(404)
  })

  it('cannot be reached with another tenant’s API token', async () => {
    for (const url of [`/alarm/${theirs.alarmId}`, `/v1/signal/${theirs.signalId}`]) {
      const reply = await server.app.inject({
        method: 'GET',
        url: API_BASE + url,
        headers: { authorization: `Bearer ${mine.apiToken}` },
      })
      expect(reply.statusCode).toBe(404)
    }
  })
})

describe('anonymous', () => {
  it.each(
    operations
      // Who asks whether anybody is logged in is told that nobody is.
      .filter(
        (operation) => operation.scope !== 'public' && operation.scope !== 'signed' && operation.id !== getSession.id,
      )
      .map((operation) => [operation.id, operation] as const),
  )('%s asks for a login', async (_id, operation) => {
    const reply = await server.app.inject(build({ operation, foreign: undefined }))
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ code: 'NOT_AUTHORISED', message: 'Not authorised' })
  })

  it('is let through on public operations alone', () => {
    const open = operations.filter(({ scope }) => scope === 'public' || scope === 'signed').map(({ id }) => id)
    expect(open.toSorted()).toEqual([
      'alarms.signedFrame',
      'auth.captcha',
      'auth.checkUser',
      'auth.checkUserByEmail',
      'auth.login',
      'auth.loginWithCode',
      'auth.newPassword',
      'auth.resetPassword',
      'companies.findLogo',
      'companies.logo',
      'sso.connect',
      'sso.url',
      'system.appConfig',
      'system.country',
      'system.status',
      'users.acceptInvitation',
      'users.openInvitation',
    ])
  })
})

describe('row-level security', () => {
  it('hides other tenants from the runtime role whatever a query says', async () => {
    const { runtimePool } = server.database
    const client = await runtimePool.connect()
    try {
      const tables = await server.database.ownerPool.query<{ name: string }>(
        `select table_name as name from information_schema.columns
         where table_schema = 'public' and column_name = 'company_id' and table_name !~ '_(default|[0-9]{4}_[0-9]{2})$'`,
      )
      expect(tables.rows.length).toBeGreaterThan(18)
      for (const { name: table } of tables.rows) {
        await client.query('begin')
        await client.query(`select set_config('app.company_id', $1, true)`, [mine.companyId])
        const { rows: seen } = await client.query<{ company_id: string }>(`select distinct company_id from ${table}`)
        expect(
          seen.filter((row) => row.company_id !== mine.companyId),
          table,
        ).toEqual([])
        const changed = await client
          .query(`update ${table} set company_id = company_id where company_id = $1`, [theirs.companyId])
          .then(({ rowCount }) => rowCount)
          // The audit may not be changed at all.
          .catch((error: unknown) => (error instanceof Error && /permission denied/.test(error.message) ? 0 : -1))
        expect(changed, `${table} of another tenant`).toBe(0)
        await client.query('rollback')
      }
      const { rows } = await client.query('select id from alarm')
      expect(rows, 'without a company nothing is seen').toEqual([])
    } finally {
      client.release()
    }
  })
})

describe('the server', () => {
  it('failed at none of these requests inside, whatever it answered', () => {
    expect(server.logLines.filter((line) => line.includes('request failed'))).toEqual([])
  })
})
