// The first steps of a new company, from an empty account to a colleague.
import { afterAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

const server = await startTestServer()
const db = server.database.runtime
afterAll(() => server.close())

it('are told one by one as a new company does them', async () => {
  await createTenant(db, 'Another company')
  const companyId = newId()
  await inSystem(db, (tx) => tx.insertInto('company').values({ id: companyId, name: 'New' }).execute())
  const admin = await createLoggedIn(db, { companyId, userType: 'ADMIN_USER' })
  const steps = async () => (await callApi(server, admin, 'GET', '/v1/home/first-steps')).body
  const nothing = { projectId: null, siteId: null, viewId: null, alarm: false, receiver: false, colleague: false }
  expect(await steps()).toEqual(nothing)
  const { projectId, siteId, viewId } = await createCamera(db, companyId)
  expect(await steps()).toEqual({ ...nothing, projectId, siteId, viewId })
  await createCamera(db, companyId, { projectId, siteId })
  expect(await steps()).toEqual({ ...nothing, projectId, siteId, viewId })
  await inSystem(db, async (tx) => {
    await tx.updateTable('view').set({ last_signal_at: new Date() }).where('id', '=', viewId).execute()
    const config = JSON.stringify({ recipients: ['room@example.com'] })
    const receiver = { id: newId(), company_id: companyId, site_id: siteId, kind: 'email', name: 'Room', config }
    await tx.insertInto('receiver').values(receiver).execute()
  })
  expect(await steps()).toMatchObject({ alarm: true, receiver: true, colleague: false })
  await createLoggedIn(db, { companyId, userType: 'MEMBER_USER' })
  expect(await steps()).toMatchObject({ colleague: true })
  await inSystem(db, (tx) =>
    tx.updateTable('project').set({ deleted_at: new Date() }).where('id', '=', projectId).execute(),
  )
  expect(await steps()).toMatchObject({ projectId: null })
})

it('are not for users who may not create a client', async () => {
  const tenant = await createTenant(db)
  const operator = await createLoggedIn(db, { companyId: tenant.companyId, userType: 'OPERATOR_USER' })
  expect((await callApi(server, operator, 'GET', '/v1/home/first-steps')).status).toBe(403)
})
