import { afterAll, describe, expect, it } from 'vitest'
import { createLoggedIn, type LoggedIn } from '../../../test/factories.ts'
import { createPasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { deleteStale } from '../retention/index.ts'
import { startCompaniesWorld } from './companies.fixture.ts'

const { clock, server, tenant, providerId, superUser, call, audited } = await startCompaniesWorld()
afterAll(() => server.close())

describe('acting for another user', () => {
  const cookieOf = (reply: { cookies: { name: string; value: string }[] }) => {
    const cookie = reply.cookies.find(({ name }) => name === 'winnow_session')
    return { cookie: `winnow_session=${cookie?.value}` }
  }
  const post = (who: { cookie: string }, url: string, payload?: object) =>
    server.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { cookie: who.cookie, 'x-requested-with': 'winnow' },
      ...(payload ? { payload } : {}),
    })
  const newSuper = () => createLoggedIn(server.database.runtime, { companyId: providerId, userType: 'SUPER_USER' })
  const person = async (userType: 'MEMBER_USER' | 'PROGRAMMATIC_USER' = 'MEMBER_USER') => {
    const email = `${newId()}@example.com`
    const made = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType, email })
    return { ...made, email }
  }

  const bothCompanies = [providerId, tenant.companyId].toSorted()
  /** Returns the companies whose audit log records the end of the impersonation. */
  const endsOf = async (userId: string) =>
    (await audited('impersonation.ended'))
      .filter(({ object_id: id }) => id === userId)
      .map(({ company_id: id }) => id)
      .toSorted()

  it('gives the rights of that user, is shown, is audited under both names, and ends with the return · PERMISSIONS-003', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const started = await post(boss, '/auth/super', { email: member.email.toUpperCase() })
    expect(started.json()).toMatchObject({ id: member.userId, impersonatedBy: { id: boss.userId } })
    const as = cookieOf(started)
    expect((await call(as, 'GET', '/auth/user')).body).toMatchObject({
      id: member.userId,
      impersonatedBy: { id: boss.userId, name: 'SUPER_USER' },
    })
    expect((await call(as, 'GET', '/company')).status).toBe(403)
    await call(as, 'POST', `/company/${tenant.companyId}/project`, { name: 'Lent a hand' })
    const [entry] = (await audited('project.created')).filter(({ object_name: name }) => name === 'Lent a hand')
    expect(entry).toMatchObject({
      user_id: member.userId,
      impersonator_id: boss.userId,
      impersonator_name: 'SUPER_USER',
    })
    const entries = (await audited('impersonation.started')).filter(({ object_id: id }) => id === member.userId)
    expect(entries.map(({ company_id: id }) => id).toSorted()).toEqual([providerId, tenant.companyId].toSorted())
    const returned = await post(as, '/v1/auth/return')
    expect(returned.json()).toMatchObject({ id: boss.userId, impersonatedBy: null })
    expect((await call(cookieOf(returned), 'GET', '/company')).status).toBe(200)
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
    expect(await endsOf(member.userId)).toEqual(bothCompanies)
    // The member's own session is unchanged.
    expect((await call(member, 'GET', '/auth/user')).status).toBe(200)
  })

  it('also ends by logging out, and both companies record the end', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    await post(as, '/auth/logout')
    await deleteStale(server.container.deps, clock.now())
    expect(await endsOf(member.userId)).toEqual(bothCompanies)
  })

  it.each([
    [
      'the user ends it',
      async (member: LoggedIn) => {
        const { body } = await call(member, 'GET', '/v1/sessions')
        const { id } = body.find(({ actedBy }: { actedBy: string | null }) => actedBy !== null)
        return call(member, 'DELETE', `/v1/sessions/${id}`)
      },
    ],
    ['the user ends all other sessions', (member: LoggedIn) => call(member, 'DELETE', '/v1/sessions')],
    ['the user is suspended', ({ userId }: LoggedIn) => call(superUser, 'PUT', `/user/${userId}`, { suspended: true })],
    ['the user is deleted', ({ userId }: LoggedIn) => call(superUser, 'DELETE', `/user/${userId}`)],
    [
      'the super user is deleted',
      (_member: LoggedIn, boss: LoggedIn) => call(superUser, 'DELETE', `/user/${boss.userId}`),
    ],
    [
      'another user logs in with the same browser',
      async (_member: LoggedIn, _boss: LoggedIn, as: { cookie: string }) => {
        const passwordHash = await createPasswordHasher().hash('Quiet-Lighthouse-27')
        const email = `${newId()}@example.com`
        const { companyId } = tenant
        await createLoggedIn(server.database.runtime, { companyId, userType: 'MEMBER_USER', email, passwordHash })
        return call(as, 'POST', '/auth', { email, password: 'Quiet-Lighthouse-27' })
      },
    ],
  ])(
    'ends at once when %s, and the audit logs of both companies record it once, with the time',
    async (_what, happens) => {
      const [boss, member] = [await newSuper(), await person()]
      const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
      const end = clock.now()
      expect(await happens(member, boss, as)).toMatchObject({ status: 200 })
      expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
      clock.advance(1_800_000)
      for (let tick = 0; tick < 2; tick++) await deleteStale(server.container.deps, clock.now())
      expect(await endsOf(member.userId)).toEqual(bothCompanies)
      const entries = (await audited('impersonation.ended')).filter(({ object_id: id }) => id === member.userId)
      expect(entries.map(({ time }) => time)).toEqual([end, end])
    },
  )

  it('ends after eight hours, and both companies record the time', async () => {
    const [boss, member] = [await newSuper(), await person()]
    await post(boss, '/auth/super', { email: member.email })
    const end = new Date(clock.now().getTime() + 8 * 3_600_000)
    clock.advance(8 * 3_600_000 - 1)
    await deleteStale(server.container.deps, clock.now())
    expect(await endsOf(member.userId)).toEqual([])
    clock.advance(1_800_000)
    for (let tick = 0; tick < 2; tick++) await deleteStale(server.container.deps, clock.now())
    expect(await endsOf(member.userId)).toEqual(bothCompanies)
    const [entry] = (await audited('impersonation.ended')).filter(({ object_id: id }) => id === member.userId)
    expect(entry).toMatchObject({ time: end, impersonator_id: boss.userId })
  })

  it('as the provider’s own administrator gives that administrator’s rights but no right to change super users', async () => {
    const [boss, other] = [await newSuper(), await newSuper()]
    const email = `${newId()}@example.com`
    await createLoggedIn(server.database.runtime, { companyId: providerId, userType: 'ADMIN_USER', email })
    const as = cookieOf(await post(boss, '/auth/super', { email }))
    const { userId } = other
    const tries = [
      await call(as, 'PUT', `/user/${userId}`, { name: 'Renamed' }),
      await call(as, 'DELETE', `/user/${userId}`),
      await call(as, 'POST', `/v1/2fa/user-otp-update/${userId}`, { field: 'reset', value: true }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await call(other, 'GET', '/auth/user')).body).toMatchObject({ id: other.userId, name: 'SUPER_USER' })
  })

  it('allows no change of the password or any other personal setting of the user', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    const change = { userId: member.userId, oldPassword: 'x', newPassword: 'Quiet-Lighthouse-27' }
    expect((await call(as, 'PUT', '/auth', change)).body).toMatchObject({ code: 'FORBIDDEN' })
    const scene = { sceneChangeMode: 'video', sceneChangeOpacity: 1 }
    expect((await call(as, 'PUT', `/v1/user/${member.userId}/scene-change`, scene)).status).toBe(403)
    expect((await post(as, '/auth/super', { email: 'anyone@example.com' })).statusCode).toBe(403)
  })

  it('is refused for super users, programs, suspended users and unknown users', async () => {
    const email = `${newId()}@example.com`
    await createLoggedIn(server.database.runtime, { companyId: providerId, userType: 'SUPER_USER', email })
    expect((await post(superUser, '/auth/super', { email })).statusCode).toBe(403)
    expect(
      (await post(superUser, '/auth/super', { email: (await person('PROGRAMMATIC_USER')).email })).statusCode,
    ).toBe(403)
    const suspended = await person()
    await call(superUser, 'PUT', `/user/${suspended.userId}`, { suspended: true })
    expect((await post(superUser, '/auth/super', { email: suspended.email })).statusCode).toBe(403)
    expect((await post(superUser, '/auth/super', { email: 'no.one@example.com' })).statusCode).toBe(404)
  })

  it('is refused to users who are no super users, and to tokens', async () => {
    const member = await person()
    expect((await post(tenant.admin, '/auth/super', { email: member.email })).statusCode).toBe(403)
    const byToken = await server.app.inject({
      method: 'POST',
      url: '/api/auth/super',
      headers: { authorization: `Bearer ${tenant.apiToken}` },
      payload: { email: member.email },
    })
    expect(byToken.statusCode).toBe(401)
  })

  it.each([
    ['logs out', (boss: LoggedIn) => post(boss, '/auth/logout')],
    ['is suspended', (boss: LoggedIn) => call(superUser, 'PUT', `/user/${boss.userId}`, { suspended: true })],
    [
      'is no super user any more',
      (boss: LoggedIn) => call(superUser, 'PUT', `/user/${boss.userId}`, { userType: 'ADMIN_USER' }),
    ],
    ['is deleted', (boss: LoggedIn) => call(superUser, 'DELETE', `/user/${boss.userId}`)],
  ])('ends when the super user %s', async (_what, happens) => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    expect((await call(as, 'GET', '/auth/user')).status).toBe(200)
    await happens(boss)
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
  })

  it('ends both sessions at a logout, because the super user’s own cookie was replaced', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    await post(as, '/auth/logout')
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
    expect((await call(boss, 'GET', '/auth/user')).status).toBe(401)
    expect((await call(member, 'GET', '/auth/user')).status).toBe(200)
    const entries = (await audited('logout')).filter(({ object_id: id }) => id === boss.userId || id === member.userId)
    expect(entries.map(({ company_id: id }) => id).toSorted()).toEqual([providerId, tenant.companyId].toSorted())
  })

  it('ends when the super user’s own session ends', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('session')
        .set({ expires_at: new Date(clock.now().getTime() + 3_600_000) })
        .where('id', '=', boss.sessionId)
        .execute(),
    )
    expect((await call(as, 'GET', '/auth/user')).status).toBe(200)
    clock.advance(3_600_000)
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
  })

  it('is listed among the user’s sessions, under the super user’s name', async () => {
    const [boss, member] = [await newSuper(), await person()]
    await post(boss, '/auth/super', { email: member.email })
    const { body } = await call(member, 'GET', '/v1/sessions')
    expect(body.map(({ actedBy }: { actedBy: string | null }) => actedBy).toSorted()).toEqual(['SUPER_USER', null])
    await post(boss, '/auth/logout')
    expect((await call(member, 'GET', '/v1/sessions')).body).toMatchObject([{ actedBy: null }])
  })

  it('lasts eight hours', async () => {
    const [boss, member] = [await newSuper(), await person()]
    const as = cookieOf(await post(boss, '/auth/super', { email: member.email }))
    clock.advance(8 * 3_600_000)
    expect((await call(as, 'GET', '/auth/user')).status).toBe(401)
  })

  it('cannot be ended by somebody who never started it', async () => {
    expect((await post(tenant.admin, '/v1/auth/return')).json()).toMatchObject({ code: 'CONFLICT' })
  })
})
