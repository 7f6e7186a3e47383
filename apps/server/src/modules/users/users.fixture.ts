import type { UserType } from '@winnow/contract'
import { createFakeClock } from '@winnow/testkit'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

const PASSWORD = 'Quiet-Lighthouse-27'

/** Starts a server with two companies and the provider, and returns functions with which tests act on their users. */
export async function startUsersWorld() {
  const clock = createFakeClock(new Date())
  const server = await startTestServer({ clock, settings: { WINNOW_BLOCKED_MAIL_DOMAINS: 'trash.example' } })
  const db = server.database.runtime
  const tenant = await createTenant(db, 'Acme Guarding')
  const other = await createTenant(db, 'Other')
  const providerId = newId()
  await inSystem(db, (tx) =>
    tx.insertInto('company').values({ id: providerId, name: 'Provider', kind: 'provider' }).execute(),
  )
  const superUser = await createLoggedIn(db, { companyId: providerId, userType: 'SUPER_USER' })

  const call = (who: { cookie: string }, method: CallMethod, url: string, payload?: object) =>
    callApi(server, who, method, url, payload)
  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api${url}`, payload, headers: { 'x-requested-with': 'winnow' } })
  let people = 0
  return {
    clock,
    server,
    tenant,
    other,
    providerId,
    superUser,
    call,
    post,
    invite: (who: { cookie: string }, over: object = {}, companyId = tenant.companyId) =>
      call(who, 'POST', `/company/${companyId}/user`, {
        email: `invited${people++}@example.com`,
        name: 'Ivy Invited',
        userType: 'MEMBER_USER',
        ...over,
      }),
    accept: (link: string, password = PASSWORD, name = 'Ivy Accepted') =>
      post('/v1/invitation/accept', { token: tokenOf(link), name, password }),
    logIn: (email: string, password = PASSWORD) => post('/auth', { email, password }),
    newUser: (userType: UserType, companyId = tenant.companyId) => createLoggedIn(db, { companyId, userType }),
    audited: (objectId: string) =>
      inSystem(db, (tx) =>
        tx.selectFrom('audit').selectAll().where('object_id', '=', objectId).orderBy('id').execute(),
      ),
  }
}

export const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? ''
