import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { createTenant } from '../../../test/factories.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startUsersWorld } from './users.fixture.ts'

const DAY = 86_400_000
const { clock, server, tenant, other, superUser, call, invite, newUser } = await startUsersWorld()

afterAll(() => server.close())

describe('the list', () => {
  it('is sorted by name, and can be searched and filtered by role, right and status · USERS-001 PERMISSIONS-022', async () => {
    const company = await createTenant(server.database.runtime)
    const names = ['beta', 'Alpha', 'Gamma 100%']
    const made: string[] = []
    for (const [index, name] of names.entries()) {
      const userType = (['MEMBER_USER', 'EXTERNAL_USER_MASK_ONLY', 'OPERATOR_USER'] as const)[index]
      made.push((await invite(company.admin, { name, userType }, company.companyId)).body.user.id)
    }
    const list = async (query: string) => {
      const reply = await call(company.admin, 'GET', `/company/${company.companyId}/user?${query}`)
      return (reply.body.rows as { name: string }[]).map(({ name }) => name)
    }
    expect(await list('')).toEqual(['ADMIN_USER', 'Alpha', 'beta', 'Gamma 100%', 'OPERATOR_USER'])
    expect(await list('search=ALPH')).toEqual(['Alpha'])
    expect(await list('search=100%25')).toEqual(['Gamma 100%'])
    expect(await list('search=%25')).toEqual(['Gamma 100%'])
    expect(await list('roles=OPERATOR_USER,MEMBER_USER')).toEqual(['beta', 'Gamma 100%', 'OPERATOR_USER'])
    expect(await list('permissions=mask.write')).toEqual(['ADMIN_USER', 'Alpha', 'beta'])
    expect(await list('permissions=mask.write,rule.write')).toEqual(['ADMIN_USER', 'beta'])
    expect(await list('permissions=companies.manage')).toEqual([])
    expect(await list('status=invited')).toEqual(['Alpha', 'beta', 'Gamma 100%'])
    expect(await list('status=active')).toEqual(['ADMIN_USER', 'OPERATOR_USER'])
    await call(company.admin, 'PUT', `/user/${made[0]}`, { suspended: true })
    expect(await list('status=suspended')).toEqual(['beta'])
    clock.advance(8 * DAY)
    expect(await list('status=expired')).toEqual(['Alpha', 'Gamma 100%'])
    expect(await list('limit=2&page=2')).toEqual(['beta', 'Gamma 100%'])
  })

  it('is sorted as requested, ascending and descending, users without a login last, and no user is on two pages', async () => {
    const company = await createTenant(server.database.runtime)
    const people = [
      ['Ada', 'z@', 'OPERATOR_USER', '2026-01-02'],
      ['bo', 'Y@', 'MEMBER_USER', null],
      ['Ada', 'x@', 'OPERATOR_USER', '2026-01-01'],
      ['Cy', 'w@', 'MEMBER_USER', null],
    ] as const
    const ids: string[] = []
    await inSystem(server.database.runtime, async (tx) => {
      await tx.deleteFrom('app_user').where('company_id', '=', company.companyId).execute()
      for (const [name, address, userType, login] of people) {
        const id = newId()
        const email = `${address}${company.companyId}.example`
        const row = { id, company_id: company.companyId, email, name, user_type: userType }
        await tx
          .insertInto('app_user')
          .values({ ...row, last_login_at: login })
          .execute()
        ids.push(id)
      }
    })
    const placesOf = async (query: string) => {
      const reply = await call(superUser, 'GET', `/company/${company.companyId}/user?${query}`)
      return (reply.body.rows as { id: string }[]).map(({ id }) => ids.indexOf(id))
    }
    expect(await placesOf('')).toEqual([0, 2, 1, 3])
    expect(await placesOf('sort=name')).toEqual([0, 2, 1, 3])
    expect(await placesOf('sort=-name')).toEqual([3, 1, 2, 0])
    expect(await placesOf('sort=email')).toEqual([3, 2, 1, 0])
    expect(await placesOf('sort=role')).toEqual([1, 3, 0, 2])
    expect(await placesOf('sort=login')).toEqual([2, 0, 1, 3])
    expect(await placesOf('sort=-login')).toEqual([0, 2, 3, 1])
    expect(await placesOf('sort=-login&limit=2&page=2')).toEqual([3, 1])
    for (const sort of ['password_hash', '-', '--name', 'name,email'])
      expect((await call(superUser, 'GET', `/company/${company.companyId}/user?sort=${sort}`)).status).toBe(400)
  })

  it('filtered by a right contains exactly the users to whom the server gives that right · PERMISSIONS-022', async () => {
    const company = await createTenant(server.database.runtime)
    const types = ['MEMBER_USER', 'MEMBER_USER_READONLY', 'EXTERNAL_USER', 'OPERATOR_USER', 'SHARED_SITE_USER'] as const
    for (const type of types) {
      const { userId, cookie } = await newUser(type, company.companyId)
      const { permissionsByCompany } = (await call({ cookie }, 'GET', '/auth/user')).body
      for (const permission of ['alarm.label', 'audit.read', 'report.read', 'project.create']) {
        const { body } = await call(
          company.admin,
          'GET',
          `/company/${company.companyId}/user?permissions=${permission}&limit=200`,
        )
        const isListed = (body.rows as { id: string }[]).some(({ id }) => id === userId)
        expect(isListed, `${type} ${permission}`).toBe(permissionsByCompany[company.companyId].includes(permission))
      }
    }
  })

  it('of another company is not found, except by a super user', async () => {
    expect((await call(tenant.admin, 'GET', `/company/${other.companyId}/user`)).status).toBe(404)
    expect((await call(superUser, 'GET', `/company/${other.companyId}/user`)).status).toBe(200)
  })

  it('of tens of thousands of users is read in pages with an index', async () => {
    const company = await createTenant(server.database.runtime)
    await inSystem(server.database.runtime, (tx) =>
      sql`insert into app_user (id, company_id, email, name, user_type)
        select gen_random_uuid(), ${company.companyId}, 'many' || n || '@example.com', 'Person ' || n, 'OPERATOR_USER'
        from generate_series(1, 30000) n`.execute(tx),
    )
    await sql`analyze app_user`.execute(server.database.owner)
    const { rows: plan } = await inTenant(server.database.runtime, company.companyId, (tx) =>
      sql<{ 'QUERY PLAN': string }>`explain select u.id from app_user u where u.company_id = ${company.companyId}
        order by lower(u.name), u.id limit 50 offset 200`.execute(tx),
    )
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('app_user_name')
    const { body } = await call(company.admin, 'GET', `/company/${company.companyId}/user?page=3&limit=50`)
    expect(body).toMatchObject({ count: 30_002, page: 3, limit: 50 })
    expect(body.rows).toHaveLength(50)
  })
})

describe('searching users by e-mail', () => {
  it('is possible everywhere for super users, in their company for administrators, and for nobody else · PERMISSIONS-002 GRANTS-008', async () => {
    await invite(tenant.admin, { email: 'findme-here@example.com' })
    await invite(other.admin, { email: 'findme-there@example.com' }, other.companyId)
    const found = async (who: { cookie: string }) => {
      const { body } = await call(who, 'GET', '/v1/users/search?email=FINDME')
      return (body.rows as { email: string }[])?.map(({ email }) => email)
    }
    expect(await found(superUser)).toEqual(['findme-here@example.com', 'findme-there@example.com'])
    expect(await found(tenant.admin)).toEqual(['findme-here@example.com'])
    expect((await call(await newUser('MEMBER_USER'), 'GET', '/v1/users/search?email=x')).status).toBe(403)
  })

  it('returns ten at a time from page 1 · API-003', async () => {
    const { body } = await call(superUser, 'GET', '/v1/users/search')
    expect(body).toMatchObject({ page: 1, limit: 10 })
    expect(body.rows).toHaveLength(10)
  })
})
