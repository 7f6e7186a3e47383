// Places of ids that the gate does not resolve, because what may stand there is for the handler to find out. Every place of the
// contract is either declared, and tried in `isolation.api.test.ts`, or stands here with the reason and with an attempt of its own.
import { API_BASE, operations } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../test/call-api.ts'
import { createTenant, type Tenant } from '../test/factories.ts'
import { idPlaces } from '../test/id-places.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { signedFramePath } from './modules/alarms/index.ts'
import { recordAudit } from './modules/audit/index.ts'
import { signPath } from './platform/crypto/signed-url.ts'
import { inSystem, inTenant, type Tx } from './platform/db/transaction.ts'
import { newId } from './platform/ids.ts'

let server: TestServer
let mine: Tenant
let theirs: Tenant

/** No question about the other tenant's things may tell more than one about what nobody has. */
const NOBODYS = '01900000-0000-7000-8000-000000000001'

const call = (method: CallMethod, url: string, body?: object) => callApi(server, mine.admin, method, url, body)
const inDatabase = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystem(server.database.runtime, work)

beforeAll(async () => {
  server = await startTestServer()
  mine = await createTenant(server.database.runtime, 'Mine')
  theirs = await createTenant(server.database.runtime, 'Theirs')
  await server.container.deps.media.put(`media/2026-01-01/${theirs.signalId}/0.jpg`, Buffer.from('picture'))
  await inDatabase(async (tx) => {
    for (const { companyId, siteId, viewId, admin } of [mine, theirs]) {
      const author = { companyId, userId: admin.userId, name: 'Admin' }
      await recordAudit(tx, author, { action: 'view.changed', objectType: 'view', objectId: viewId }, new Date())
      const unmatched = { id: newId(), company_id: companyId, site_id: siteId, source: 'smtp', received_at: new Date() }
      await tx
        .insertInto('signal')
        .values({ ...unmatched, raw_bytes: 4, raw_sha256: 'none', state: 'parsed' })
        .execute()
    }
  })
})
afterAll(() => server.close())

const auditOf = (kind: 'company' | 'project' | 'site' | 'view') => async () => {
  const url = (user: string) => `/audit/${kind}/${mine[`${kind}Id`]}?user=${user}`
  expect((await call('GET', url(mine.admin.userId))).body.rows).not.toEqual([])
  expect(await call('GET', url(theirs.admin.userId))).toMatchObject({ status: 200, body: { rows: [], count: 0 } })
}

/** Looks of theirs are behind none of my entries. */
const foldOf = (kind: 'company' | 'project' | 'site' | 'view') => async () => {
  const look = async ({ companyId, alarmId }: Tenant) => {
    const entry = { action: 'alarm.viewed', objectType: 'alarm', objectId: alarmId, fold: newId() }
    await inTenant(server.database.runtime, companyId, (tx) =>
      recordAudit(tx, { companyId, name: 'Ada' }, entry, new Date()),
    )
    const led = await inTenant(server.database.runtime, companyId, (tx) =>
      tx.selectFrom('audit').select('id').where('fold', '=', entry.fold).executeTakeFirstOrThrow(),
    )
    return `/audit/${kind}/${mine[`${kind}Id`]}?fold=${led.id}`
  }
  expect((await call('GET', await look(mine))).body.count).toBe(1)
  expect(await call('GET', await look(theirs))).toMatchObject({ status: 200, body: { rows: [], count: 0 } })
}

/** Their signal is younger than mine: a page that begins there shows mine, and nothing of theirs. */
const signalsBefore = (url: (tenant: Tenant) => string) => async () => {
  const [own, [last]] = [await call('GET', url(mine)), (await callApi(server, theirs.admin, 'GET', url(theirs))).body]
  expect(own.body).toHaveLength(1)
  expect(await call('GET', `${url(mine)}?before=${last.id}`)).toEqual(own)
}

const apply = (url: () => string, learner: () => { view_id: string | null }) => async () => {
  const id = newId()
  const row = {
    id,
    company_id: theirs.companyId,
    state: 'proposed',
    shift: 1,
    learnt_by: 'Admin',
    learnt_at: new Date(),
  }
  await inDatabase((tx) =>
    tx
      .insertInto('adjustment')
      .values({ ...row, ...learner(), committee: '{}', held_back: '{}' })
      .execute(),
  )
  const reply = await call('PUT', url(), { proposal: id })
  expect(reply).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(reply.body.message).toBe((await call('PUT', url(), { proposal: NOBODYS })).body.message)
  const states = await inDatabase((tx) => tx.selectFrom('adjustment').select('state').where('id', '=', id).execute())
  expect(states).toEqual([{ state: 'proposed' }])
}

const theirGrants = () =>
  (['project', 'site', 'view'] as const).map((kind) => [{ kind, id: theirs[`${kind}Id`], permission: 'read' }])
const noSuchNode = { status: 400, body: { code: 'VALIDATION', errors: [{ field: 'grants' }] } }
const countGrants = async () => (await inDatabase((tx) => tx.selectFrom('user_grant').selectAll().execute())).length

interface Undeclared {
  why: string
  attempt: () => Promise<void>
}

const UNDECLARED: Record<string, Undeclared> = {
  'auth.changePassword body userId': {
    why: 'has to be the caller’s own id',
    attempt: async () => {
      const body = { userId: theirs.admin.userId, oldPassword: 'x', newPassword: 'long enough to be one' }
      const reply = await call('PUT', '/auth', body)
      expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      const nobodys = await call('PUT', '/auth', { ...body, userId: NOBODYS })
      expect(reply.body.message).toBe(nobodys.body.message)
    },
  },
  'sessions.end path id': {
    why: 'a session is no node; those of the caller alone are looked through',
    attempt: async () => {
      expect((await call('DELETE', `/v1/sessions/${theirs.admin.sessionId}`)).status).toBe(404)
      expect((await callApi(server, theirs.admin, 'GET', '/auth/user')).status).toBe(200)
    },
  },
  'twoFactor.updateUser path id': {
    why: 'also of a user in the middle of their login, for whom the gate knows no company',
    attempt: async () => {
      for (const body of [{ field: 'reset' }, { field: 'enabled' }, { field: 'skip' }])
        expect((await call('POST', `/v1/2fa/user-otp-update/${theirs.userId}`, { ...body, value: true })).status).toBe(
          404,
        )
    },
  },
  'tree.restore path id': {
    why: 'the gate finds nothing that was deleted',
    attempt: async () => {
      for (const kind of ['project', 'site', 'view'] as const) {
        const row = { id: newId(), company_id: theirs.companyId, name: `Gone ${kind}`, deleted_at: new Date() }
        const { projectId: project_id, siteId: site_id } = theirs
        await inDatabase(async (tx) => {
          if (kind === 'project') await tx.insertInto('project').values(row).execute()
          else if (kind === 'site')
            await tx
              .insertInto('site')
              .values({ ...row, project_id })
              .execute()
          else
            await tx
              .insertInto('view')
              .values({ ...row, project_id, site_id, address_token: row.id })
              .execute()
        })
        expect((await call('POST', `/v1/nodes/${row.id}/restore`)).status).toBe(404)
        expect((await callApi(server, theirs.admin, 'POST', `/v1/nodes/${row.id}/restore`)).status).toBe(200)
      }
    },
  },
  'tree.search query ids[]': {
    why: 'of any kind; those that are not found are left out',
    attempt: async () => {
      const ids = [mine.viewId, theirs.projectId, theirs.siteId, theirs.viewId].join(',')
      expect((await call('GET', `/v1/nodes?ids=${ids}`)).body).toMatchObject([{ id: mine.viewId }])
    },
  },
  'intake.viewSignals query before': {
    why: 'where a page begins: no thing, a point in the order of ids',
    attempt: signalsBefore(({ viewId }) => `/v1/view/${viewId}/signals`),
  },
  'intake.unmatched query before': {
    why: 'where a page begins: no thing, a point in the order of ids',
    attempt: signalsBefore(({ siteId }) => `/v1/site/${siteId}/unmatched-signals`),
  },
  'alarms.signedFrame path id': {
    why: 'the signature says for which picture it is',
    attempt: async () => {
      const now = new Date()
      const sign = (alarm: string) =>
        signPath(server.container.deps.keys, signedFramePath(alarm, 0), {
          now,
          expires: new Date(now.getTime() + 60_000),
        })
      const address = sign(mine.alarmId).replace(mine.alarmId, theirs.alarmId)
      expect((await server.app.inject(sign(theirs.alarmId))).statusCode).toBe(200)
      expect((await server.app.inject(address)).statusCode).toBe(404)
    },
  },
  'learning.applyView body proposal': {
    why: 'has to be what is proposed for the camera in the path; anything else was replaced meanwhile',
    attempt: apply(
      () => `/v1/view/${mine.viewId}/learning`,
      () => ({ view_id: theirs.viewId }),
    ),
  },
  'learning.applyCompany body proposal': {
    why: 'has to be what is proposed for the company in the path; anything else was replaced meanwhile',
    attempt: apply(
      () => `/v1/company/${mine.companyId}/learning`,
      () => ({ view_id: null }),
    ),
  },
  'users.invite body grants[].id': {
    why: 'a node of the company in the path, which need not be the caller’s',
    attempt: async () => {
      const before = await countGrants()
      for (const grants of theirGrants()) {
        const body = { email: 'granted@example.com', name: 'New', userType: 'EXTERNAL_USER', grants }
        expect(await call('POST', `/company/${mine.companyId}/user`, body)).toMatchObject(noSuchNode)
      }
      expect(await countGrants()).toBe(before)
    },
  },
  'users.update body grants[].id': {
    why: 'a node of the user’s company, which need not be the caller’s',
    attempt: async () => {
      const before = await countGrants()
      for (const grants of theirGrants())
        expect(await call('PUT', `/user/${mine.userId}`, { userType: 'EXTERNAL_USER', grants })).toMatchObject(
          noSuchNode,
        )
      expect(await countGrants()).toBe(before)
    },
  },
  'companies.logo path id': {
    why: 'logos are shown to anyone, before a login',
    attempt: async () => {
      const reply = await call('GET', `/company/${theirs.companyId}/logo`)
      expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(reply.body.message).toBe((await call('GET', `/company/${NOBODYS}/logo`)).body.message)
    },
  },
  'sso.save body domains[].tenantId': {
    why: 'names a directory of Microsoft’s, nothing of ours',
    attempt: async () => {
      const domains = [{ domain: 'contoso.example', tenantId: theirs.companyId }]
      const body = { enabled: true, allowPassword: true, clientId: 'x', clientSecret: 'y', domains }
      expect((await call('PUT', `/v1/company/${mine.companyId}/sso`, body)).status).toBe(200)
      const untouched = await callApi(server, theirs.admin, 'GET', `/v1/company/${theirs.companyId}/sso`)
      expect(untouched.body).toMatchObject({ hasClientSecret: false, domains: [] })
    },
  },
  'audit.company query user': { why: 'a filter on the rows of the node in the path', attempt: auditOf('company') },
  'audit.project query user': { why: 'a filter on the rows of the node in the path', attempt: auditOf('project') },
  'audit.site query user': { why: 'a filter on the rows of the node in the path', attempt: auditOf('site') },
  'audit.view query user': { why: 'a filter on the rows of the node in the path', attempt: auditOf('view') },
  'audit.company query person': {
    why: 'a filter on the rows of the company in the path',
    attempt: async () => {
      const url = (person: string) => `/audit/company/${mine.companyId}?person=${person}`
      expect((await call('GET', url(mine.admin.userId))).body.rows).not.toEqual([])
      expect(await call('GET', url(theirs.admin.userId))).toMatchObject({ status: 200, body: { rows: [], count: 0 } })
    },
  },
  'audit.company query fold': { why: 'a fold of the company in the path', attempt: foldOf('company') },
  'audit.project query fold': { why: 'a filter on the rows of the node in the path', attempt: foldOf('project') },
  'audit.site query fold': { why: 'a filter on the rows of the node in the path', attempt: foldOf('site') },
  'audit.view query fold': { why: 'a filter on the rows of the node in the path', attempt: foldOf('view') },
  'audit.export query person': {
    why: 'a filter on the rows of the company in the path',
    attempt: async () => {
      const linesOf = async (person: string) => {
        const url = `${API_BASE}/v1/company/${mine.companyId}/audit/csv?person=${person}`
        return (
          (await server.app.inject({ url, headers: { cookie: mine.admin.cookie } })).body.trim().split('\n').length - 1
        )
      }
      expect(await linesOf(mine.admin.userId)).toBeGreaterThan(0)
      expect(await linesOf(theirs.admin.userId)).toBe(0)
    },
  },
  'audit.export query user': {
    why: 'a filter on the rows of the company in the path',
    attempt: async () => {
      const linesOf = async (user: string) => {
        const url = `${API_BASE}/v1/company/${mine.companyId}/audit/csv?user=${user}`
        const reply = await server.app.inject({ url, headers: { cookie: mine.admin.cookie } })
        expect(reply.statusCode).toBe(200)
        return reply.body.trim().split('\n').length - 1
      }
      expect(await linesOf(mine.admin.userId)).toBeGreaterThan(0)
      expect(await linesOf(theirs.admin.userId)).toBe(0)
    },
  },
}

const declaredOf = (operation: (typeof operations)[number]): string[] =>
  Array.isArray(operation.scope) ? operation.scope.map((ref) => `${ref.in} ${ref.at}${ref.many ? '[]' : ''}`) : []

describe('a place where an id can stand', () => {
  it('is declared in the scope of its operation, or stands here', () => {
    const undeclared = operations.flatMap((operation) => {
      const declared = new Set(declaredOf(operation))
      return idPlaces(operation)
        .filter((place) => !declared.has(place))
        .map((place) => `${operation.id} ${place}`)
    })
    expect(undeclared.toSorted()).toEqual(Object.keys(UNDECLARED).toSorted())
  })

  it('is there, where one is declared', () => {
    for (const operation of operations)
      expect(idPlaces(operation), operation.id).toEqual(expect.arrayContaining(declaredOf(operation)))
  })

  it.each(Object.entries(UNDECLARED).map(([place, { why, attempt }]) => [place, why, attempt] as const))(
    '%s (%s) gives nothing of another tenant away',
    async (_place, _why, attempt) => {
      await expect(attempt()).resolves.toBeUndefined()
    },
  )
})
