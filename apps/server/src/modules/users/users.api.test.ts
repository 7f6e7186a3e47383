import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startUsersWorld } from './users.fixture.ts'

const { clock, server, tenant, other, providerId, superUser, call, invite, accept, logIn, newUser, audited } =
  await startUsersWorld()

afterAll(() => server.close())
beforeEach(() => clock.advance(3_600_000))

describe('roles', () => {
  it('an administrator can give every role except the provider’s', async () => {
    expect((await invite(tenant.admin, { userType: 'SUPER_USER' })).status).toBe(400)
    expect((await invite(tenant.admin, { extraRoles: ['AUDITOR'] })).status).toBe(400)
    for (const userType of ['ADMIN_USER', 'OPERATOR_USER', 'EXTERNAL_USER_MASK_ONLY', 'CREATE_TOKEN_USER'])
      expect((await invite(tenant.admin, { userType })).status).toBe(200)
  })

  it('a super user can create super users only in the provider’s company, and users in any company', async () => {
    expect((await invite(superUser, { userType: 'SUPER_USER' })).status).toBe(400)
    expect((await invite(superUser, { userType: 'SUPER_USER' }, providerId)).status).toBe(200)
    const first = await invite(superUser, { userType: 'ADMIN_USER' }, other.companyId)
    expect(first.body.user).toMatchObject({ companyId: other.companyId, userType: 'ADMIN_USER' })
    expect(await audited(first.body.user.id)).toMatchObject([
      { company_id: other.companyId, user_id: superUser.userId },
    ])
  })

  it('only super users can change a super user', async () => {
    const admin = await newUser('ADMIN_USER', providerId)
    const colleague = await newUser('SUPER_USER', providerId)
    expect((await call(admin, 'PUT', `/user/${colleague.userId}`, { name: 'X' })).body.code).toBe('FORBIDDEN')
    expect((await call(admin, 'DELETE', `/user/${colleague.userId}`)).body.code).toBe('FORBIDDEN')
    expect((await call(superUser, 'PUT', `/user/${colleague.userId}`, { name: 'X' })).status).toBe(200)
  })

  it('a changed role applies from the next request · USERS-002', async () => {
    const user = await newUser('OPERATOR_USER')
    expect((await call(user, 'GET', '/v1/projects')).status).toBe(403)
    await call(tenant.admin, 'PUT', `/user/${user.userId}`, { userType: 'MEMBER_USER' })
    expect((await call(user, 'GET', '/v1/projects')).status).toBe(200)
    const [entry] = await audited(user.userId)
    expect(entry).toMatchObject({
      action: 'user.changed',
      before: { userType: 'OPERATOR_USER' },
      after: { userType: 'MEMBER_USER' },
    })
  })
})

it('fields that users cannot change are ignored in the body of a request', async () => {
  const user = await newUser('MEMBER_USER')
  const read = () =>
    inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('app_user').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow(),
    )
  const before = await read()
  const { status } = await call(tenant.admin, 'PUT', `/user/${user.userId}`, {
    name: 'Only this',
    id: other.userId,
    companyId: other.companyId,
    company_id: other.companyId,
    email: 'stolen@example.com',
    accountType: 'partner',
    account_type: 'partner',
    password_hash: 'x',
    user_type: 'SUPER_USER',
    two_factor_required: true,
  })
  expect(status).toBe(200)
  expect(await read()).toEqual({ ...before, name: 'Only this' })
})

it('a user who becomes a program is logged out, because programs have no login · PERMISSIONS-005', async () => {
  const user = await newUser('MEMBER_USER')
  expect((await call(tenant.admin, 'PUT', `/user/${user.userId}`, { userType: 'PROGRAMMATIC_USER' })).status).toBe(200)
  expect((await call(user, 'GET', '/auth/user')).status).toBe(401)
})

describe('visible nodes', () => {
  it('a restricted user sees the granted nodes, and after a change of grants only the newly granted ones', async () => {
    const db = server.database.runtime
    const elsewhere = await createCamera(db, tenant.companyId)
    const { body } = await invite(tenant.admin, {
      userType: 'EXTERNAL_USER',
      grants: [{ kind: 'site', id: tenant.siteId, permission: 'read' }],
    })
    await accept(body.invitation.link)
    const login = await logIn(body.user.email)
    const who = { cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    expect((await call(who, 'GET', `/site/${tenant.siteId}`)).status).toBe(200)
    expect((await call(who, 'GET', `/site/${elsewhere.siteId}`)).status).toBe(404)
    expect((await call(who, 'PUT', `/site/${tenant.siteId}`, { name: 'Mine' })).body.code).toBe('FORBIDDEN')
    await call(tenant.admin, 'PUT', `/user/${body.user.id}`, {
      grants: [{ kind: 'project', id: elsewhere.projectId, permission: 'write' }],
    })
    expect((await call(who, 'GET', `/site/${tenant.siteId}`)).status).toBe(404)
    expect((await call(who, 'PUT', `/site/${elsewhere.siteId}`, { name: 'Mine' })).status).toBe(200)
    expect((await call(tenant.admin, 'GET', `/user/${body.user.id}`)).body.grants).toMatchObject([
      { kind: 'project', id: elsewhere.projectId, permission: 'write', path: `Client ${elsewhere.projectId}` },
    ])
  })

  it('another company’s node cannot be granted', async () => {
    const grants = [{ kind: 'site', id: other.siteId, permission: 'read' }]
    expect(await invite(tenant.admin, { userType: 'EXTERNAL_USER', grants })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'grants' }] },
    })
    const user = await newUser('EXTERNAL_USER')
    expect((await call(tenant.admin, 'PUT', `/user/${user.userId}`, { grants })).status).toBe(400)
  })

  it('a user who sees the whole company has no grants stored', async () => {
    const grants = [{ kind: 'site', id: tenant.siteId, permission: 'read' }]
    const { body } = await invite(tenant.admin, { userType: 'EXTERNAL_USER', grants })
    expect(body.user.grantCount).toBe(1)
    const changed = await call(tenant.admin, 'PUT', `/user/${body.user.id}`, { userType: 'MEMBER_USER' })
    expect(changed.body).toMatchObject({ grants: [], grantCount: null })
  })
})

describe('grants that two administrators change simultaneously', () => {
  const grant = (id: string) => ({ kind: 'site' as const, id, permission: 'read' as const })

  it('are not restored by a form that was opened before they were withdrawn · USERS-002', async () => {
    const { body } = await invite(tenant.admin, { userType: 'EXTERNAL_USER', grants: [grant(tenant.siteId)] })
    const { id, accessVersion } = body.user
    const withdrawn = await call(tenant.admin, 'PUT', `/user/${id}`, { grants: [], accessVersion })
    expect(withdrawn).toMatchObject({ status: 200, body: { grants: [] } })
    const stale = { name: 'Renamed', grants: [grant(tenant.siteId)], accessVersion }
    expect(await call(tenant.admin, 'PUT', `/user/${id}`, stale)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    const after = await call(tenant.admin, 'GET', `/user/${id}`)
    expect(after.body).toMatchObject({ name: 'Ivy Invited', grants: [] })
    const again = { ...stale, accessVersion: after.body.accessVersion }
    expect((await call(tenant.admin, 'PUT', `/user/${id}`, again)).body.grants).toHaveLength(1)
  })

  it.each([
    ['role', { userType: 'MEMBER_USER' }],
    ['grants', { grants: [] }],
  ])('have another version after a change of the %s, but not after a change of the name', async (_what, change) => {
    const { body } = await invite(tenant.admin, { userType: 'EXTERNAL_USER', grants: [grant(tenant.siteId)] })
    const path = `/user/${body.user.id}`
    const renamed = await call(tenant.admin, 'PUT', path, { name: 'Somebody' })
    expect(renamed.body.accessVersion).toBe(body.user.accessVersion)
    expect((await call(tenant.admin, 'PUT', path, change)).body.accessVersion).not.toBe(body.user.accessVersion)
  })

  it('are saved for one of the two only, and the other one gets an error', async () => {
    const { body } = await invite(tenant.admin, { userType: 'EXTERNAL_USER' })
    const { id, accessVersion } = body.user
    const replies = await Promise.all(
      [tenant.siteId, (await createCamera(server.database.runtime, tenant.companyId)).siteId].map((site) =>
        call(tenant.admin, 'PUT', `/user/${id}`, { grants: [grant(site)], accessVersion }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await call(tenant.admin, 'GET', `/user/${id}`)).body.grants).toHaveLength(1)
  })

  it('remain when one restricted role replaces another, also if a granted node was deleted', async () => {
    const gone = await createCamera(server.database.runtime, tenant.companyId)
    const grants = [grant(tenant.siteId), grant(gone.siteId)]
    const { body } = await invite(tenant.admin, { userType: 'EXTERNAL_USER', grants })
    expect((await call(tenant.admin, 'DELETE', `/site/${gone.siteId}`)).status).toBe(200)
    const changed = await call(tenant.admin, 'PUT', `/user/${body.user.id}`, { userType: 'EXTERNAL_USER_MASK_ONLY' })
    expect(changed.body).toMatchObject({ userType: 'EXTERNAL_USER_MASK_ONLY', grantCount: 2 })
  })

  it('may be five thousand single sites', async () => {
    const sites = await inSystem(server.database.runtime, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into site (id, company_id, project_id, name)
        select gen_random_uuid(), ${tenant.companyId}, ${tenant.projectId}, 'Of many ' || n from generate_series(1, 5000) n
        returning id`.execute(tx)
      return rows.map(({ id }) => id)
    })
    const user = await newUser('EXTERNAL_USER')
    const { body } = await call(tenant.admin, 'PUT', `/user/${user.userId}`, { grants: sites.map(grant) })
    expect(body.grantCount).toBe(5000)
    const tooMany = [...sites, tenant.siteId].map(grant)
    expect((await call(tenant.admin, 'PUT', `/user/${user.userId}`, { grants: tooMany })).status).toBe(400)
  })
})

describe('suspending and deleting', () => {
  it('a suspended user is logged out at once, and has the same rights after the suspension · USERS-002', async () => {
    const user = await newUser('MEMBER_USER')
    await call(tenant.admin, 'PUT', `/user/${user.userId}`, { suspended: true })
    expect((await call(user, 'GET', '/auth/user')).status).toBe(401)
    expect((await call(tenant.admin, 'GET', `/user/${user.userId}`)).body.status).toBe('suspended')
    await call(tenant.admin, 'PUT', `/user/${user.userId}`, { suspended: false })
    expect((await call(tenant.admin, 'GET', `/user/${user.userId}`)).body.status).toBe('active')
    // The ended sessions stay invalid after the suspension.
    expect((await call(user, 'GET', '/auth/user')).status).toBe(401)
  })

  it('a user who was logged out everywhere may log in again', async () => {
    const { body } = await invite(tenant.admin)
    await accept(body.invitation.link)
    const [desk, phone] = [await logIn(body.user.email), await logIn(body.user.email)].map((reply) => ({
      cookie: `winnow_session=${reply.cookies.find(({ name }) => name === 'winnow_session')?.value}`,
    }))
    if (!desk || !phone) throw new Error('two logins were made')
    expect(await call(tenant.admin, 'DELETE', `/v1/user/${body.user.id}/sessions`)).toEqual({
      status: 200,
      // One of the three is the session from the accepted invitation.
      body: { ended: 3 },
    })
    for (const who of [desk, phone]) expect((await call(who, 'GET', '/auth/user')).status).toBe(401)
    expect((await logIn(body.user.email)).statusCode).toBe(200)
    expect((await audited(body.user.id)).find(({ action }) => action === 'session.ended')).toMatchObject({
      company_id: tenant.companyId,
      user_id: tenant.admin.userId,
      object_name: 'Ivy Accepted',
      after: { ended: 3 },
    })
  })

  it('logging out a user without sessions ends none', async () => {
    const user = await newUser('MEMBER_USER')
    await call(tenant.admin, 'DELETE', `/v1/user/${user.userId}/sessions`)
    expect((await call(tenant.admin, 'DELETE', `/v1/user/${user.userId}/sessions`)).body).toEqual({ ended: 0 })
  })

  it('only a super user can log out a super user', async () => {
    const insider = await newUser('ADMIN_USER', providerId)
    const colleague = await newUser('SUPER_USER', providerId)
    expect((await call(insider, 'DELETE', `/v1/user/${colleague.userId}/sessions`)).body.code).toBe('FORBIDDEN')
    expect((await call(colleague, 'GET', '/auth/user')).status).toBe(200)
    expect((await call(superUser, 'DELETE', `/v1/user/${colleague.userId}/sessions`)).body).toEqual({ ended: 1 })
  })

  it('a suspended user cannot accept an invitation', async () => {
    const { body } = await invite(tenant.admin)
    await call(tenant.admin, 'PUT', `/user/${body.user.id}`, { suspended: true })
    expect((await accept(body.invitation.link)).json()).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('a deleted user disappears, and their actions stay under their name · USERS-002', async () => {
    const user = await newUser('MEMBER_USER')
    await call(user, 'POST', `/company/${tenant.companyId}/project`, { name: 'Left behind' })
    expect((await call(tenant.admin, 'DELETE', `/user/${user.userId}`)).status).toBe(200)
    expect((await call(tenant.admin, 'GET', `/user/${user.userId}`)).status).toBe(404)
    expect((await call(user, 'GET', '/auth/user')).status).toBe(401)
    const [entry] = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').selectAll().where('object_name', '=', 'Left behind').execute(),
    )
    expect(entry).toMatchObject({ user_id: user.userId, user_name: 'MEMBER_USER' })
  })

  it.each<[string, CallMethod, (id: string) => string, object?]>([
    ['demote', 'PUT', (id) => `/user/${id}`, { userType: 'MEMBER_USER' }],
    ['suspend', 'PUT', (id) => `/user/${id}`, { suspended: true }],
    ['delete', 'DELETE', (id) => `/user/${id}`],
    ['log out', 'DELETE', (id) => `/v1/user/${id}/sessions`],
  ])('nobody can %s themselves', async (_what, method, url, payload) => {
    const company = await createTenant(server.database.runtime)
    const { admin } = company
    await createLoggedIn(server.database.runtime, { companyId: company.companyId, userType: 'ADMIN_USER' })
    expect((await call(admin, method, url(admin.userId), payload)).body.code).toBe('OWN_ACCOUNT')
    expect((await call(admin, 'GET', '/auth/user')).body.roles).toEqual(['ADMIN_USER'])
  })

  it.each([
    ['demoted', 'PUT', { userType: 'MEMBER_USER' }],
    ['suspended', 'PUT', { suspended: true }],
    ['deleted', 'DELETE', undefined],
  ] as const)('the last administrator cannot be %s, even by a super user', async (_what, method, payload) => {
    const company = await createTenant(server.database.runtime)
    // An administrator who has not accepted the invitation yet is not counted.
    await invite(company.admin, { userType: 'ADMIN_USER' }, company.companyId)
    expect((await call(superUser, method, `/user/${company.admin.userId}`, payload)).body.code).toBe('LAST_ADMIN')
  })

  it('of two administrators who remove each other simultaneously, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const company = await createTenant(server.database.runtime)
      const second = await newUser('ADMIN_USER', company.companyId)
      const replies = await Promise.all([
        call(company.admin, 'PUT', `/user/${second.userId}`, { suspended: true }),
        call(second, 'PUT', `/user/${company.admin.userId}`, { userType: 'MEMBER_USER' }),
      ])
      const rows = await inSystem(server.database.runtime, (tx) =>
        tx
          .selectFrom('app_user')
          .select('id')
          .where('company_id', '=', company.companyId)
          .where('user_type', '=', 'ADMIN_USER')
          .where('disabled_at', 'is', null)
          .execute(),
      )
      expect(rows, JSON.stringify(replies.map(({ body }) => body.code))).toHaveLength(1)
    }
  })
})

describe('the setting for scene changes', () => {
  it('is stored per user and returned at the next login · USERS-003', async () => {
    const user = await newUser('OPERATOR_USER')
    expect((await call(user, 'GET', '/auth/user')).body).toMatchObject({
      sceneChangeMode: 'images',
      sceneChangeOpacity: 50,
    })
    const saved = { sceneChangeMode: 'overlay', sceneChangeOpacity: 80 }
    expect(await call(user, 'PUT', `/v1/user/${user.userId}/scene-change`, saved)).toMatchObject({ status: 200 })
    expect((await call(user, 'GET', '/auth/user')).body).toMatchObject(saved)
    expect((await call(user, 'PUT', `/v1/user/${tenant.admin.userId}/scene-change`, saved)).status).toBe(403)
    expect(
      (await call(user, 'PUT', `/v1/user/${user.userId}/scene-change`, { ...saved, sceneChangeOpacity: 101 })).status,
    ).toBe(400)
  })
})
