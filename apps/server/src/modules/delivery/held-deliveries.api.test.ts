import { type ReceiverKind, releaseDeliveries } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn } from '../../../test/factories.ts'
import { holdDeliveries } from '../../platform/backup/hold-deliveries.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { withClient } from '../../platform/db/with-client.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { createDeliverySite, startDeliveryWorld } from './delivery.fixture.ts'
import { releaseByCommand } from './index.ts'

const DAY_MS = 24 * 3_600_000
const world = await startDeliveryWorld()
const { server, call, clock } = world
const db = server.database.runtime
const site = await createDeliverySite(world)
let superUser: LoggedIn
beforeAll(async () => {
  superUser = await createLoggedIn(db, { companyId: world.tenant.companyId, userType: 'SUPER_USER' })
})
beforeEach(hold)
afterAll(async () => {
  await site.close()
  await server.close()
})

/** Holds the deliveries like a restore. */
async function hold(): Promise<void> {
  await withClient(server.database.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(`select set_config('app.system', 'on', true)`)
    await holdDeliveries(client)
    await client.query('commit')
  })
}

const claim = (kind: ReceiverKind = 'webhook') => claimDeliveries(db, { kind, limit: 16, perCompany: 16 }, clock.now())
const release = (who: LoggedIn) => callApi(server, who, 'POST', releaseDeliveries.path)
/** The report of Home and `/readyz`. */
const reported = async () => {
  const { deliveriesHeldSince } = (await call('GET', '/v1/home')).body.attention
  const { reasons } = (await server.app.inject('/readyz')).json()
  return { since: deliveriesHeldSince, ready: reasons.filter((reason: string) => reason.includes('restored copy')) }
}
const audited = () =>
  inSystem(db, (tx) =>
    tx.selectFrom('audit').select(['user_id', 'user_name']).where('action', '=', 'deliveries.released').execute(),
  )

it('a restored copy sends nothing to receivers, reports that, and sends the held messages once a super user releases them', async () => {
  const { id } = await site.createWebhook()
  await site.decided('true')
  expect(await claim()).toEqual([])
  expect(await reported()).toEqual({
    since: expect.stringMatching(/^20..-.*Z$/),
    ready: [expect.stringContaining('nothing is sent to receivers')],
  })

  expect((await release(world.tenant.admin)).status).toBe(403)
  expect(await claim()).toEqual([])
  expect(await audited()).toEqual([])

  expect(await release(superUser)).toMatchObject({ status: 200, body: { success: true } })
  const dispatcher = site.runDispatcher()
  await site.settled(id, 'the delivery', ([row]) => row?.state === 'sent')
  await dispatcher.stop()
  expect(site.sink.requests).toHaveLength(1)
  expect(await reported()).toEqual({ since: null, ready: [] })
  expect(await audited()).toMatchObject([{ user_id: superUser.userId }])

  // A second release changes nothing and causes no error.
  expect((await release(superUser)).status).toBe(200)
  expect(await audited()).toHaveLength(1)
})

it('a restored copy sends no mail to receivers either before the release', async () => {
  const { id } = await site.createEmail()
  await site.decided('true')
  expect(await claim('email')).toEqual([])
  expect(await site.deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  expect((await release(superUser)).status).toBe(200)
  expect(await claim('email')).toMatchObject([{ receiver_id: id, type: 'alarm.created' }])
})

it('the time during which a message was held does not count towards giving it up', async () => {
  const { id } = await site.createWebhook('/late')
  site.sink.answer({ status: 503 })
  await site.decided('true')
  await inSystem(db, (tx) =>
    sql`update delivery set first_attempt_at = ${clock.now()}, attempts = 3 where receiver_id = ${id}`.execute(tx),
  )
  clock.advance(4 * DAY_MS)
  expect(await releaseByCommand({ db, clock })).toBeInstanceOf(Date)
  const dispatcher = site.runDispatcher()
  const [row] = await site.settled(id, 'the attempt', ([found]) => found?.attempts === 4)
  await dispatcher.stop()
  expect(row?.state).toBe('retrying')
})

it('the command releases held messages too, and the audit log of the provider records the release', async () => {
  const provider = await createTenant(db)
  await inSystem(db, (tx) =>
    tx.updateTable('company').set({ kind: 'provider' }).where('id', '=', provider.companyId).execute(),
  )
  expect(await releaseByCommand({ db, clock })).toBeInstanceOf(Date)
  expect(await releaseByCommand({ db, clock })).toBeUndefined()
  const rows = await inSystem(db, (tx) =>
    tx
      .selectFrom('audit')
      .select('user_name')
      .where('company_id', '=', provider.companyId)
      .where('action', '=', 'deliveries.released')
      .execute(),
  )
  expect(rows).toEqual([{ user_name: 'Command line' }])
})
