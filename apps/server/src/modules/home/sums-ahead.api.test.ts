// The sums of past hours are ready before a user opens Home for the first time, after a change of grants, or after
// days.
import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestCounts } from '../../../test/add-counts.ts'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { watchStatements, type StatementWatch } from '../../../test/watch-statements.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { newId } from '../../platform/ids.ts'
import { startJobRunner, type JobRunner } from '../../platform/jobs/job-runner.ts'
import { deleteStale } from '../retention/delete-stale.ts'
import { homeJobs, homeTicks } from './index.ts'

const HOUR = 3_600_000
const QUARTER = HOUR / 4
const DAY = 24 * HOUR
/** The number of sites of one client. It is above the limit up to which a request adds up all rows without stored sums. */
const SITES = 120

const clock = createFakeClock(new Date('2026-03-01T12:30:00Z'))
let server: TestServer
let runner: JobRunner
let watch: StatementWatch
beforeAll(async () => {
  server = await startTestServer({ clock })
  const { deps } = server.container
  watch = watchStatements(server.database.runtimePool)
  runner = await startJobRunner({
    url: server.database.ownerUrl,
    jobs: homeJobs(deps),
    log: deps.log,
    pollMs: 20,
  })
})
afterAll(async () => {
  await runner.stop()
  await server.close()
})

const inAll = <T>(work: (tx: Tx) => Promise<T>) => inSystem(server.database.runtime, work)

let tenant: Tenant
let client: string
let sites: string[]
beforeEach(async () => {
  // The upkeep handles all users, so those of other tests are disabled first.
  await inAll((tx) => tx.updateTable('app_user').set({ disabled_at: clock.now() }).execute())
  tenant = await createTenant(server.database.runtime)
  client = newId()
  sites = Array.from({ length: SITES }, () => newId())
  const { companyId } = tenant
  await inAll(async (tx) => {
    await tx.insertInto('project').values({ id: client, company_id: companyId, name: 'Client' }).execute()
    await tx
      .insertInto('site')
      .values(sites.map((id) => ({ id, company_id: companyId, project_id: client, name: id })))
      .execute()
  })
})

/** Alarms of some of the sites, this number of hours ago. */
async function receive(hoursAgo: number, of: readonly string[]): Promise<void> {
  const receivedAt = new Date(clock.now().getTime() - hoursAgo * HOUR)
  await inAll(async (tx) => {
    for (const siteId of of)
      await addTestCounts(tx, [{ companyId: tenant.companyId, siteId, at: receivedAt, received: 1 }])
  })
}

const asAdmin = async (method: 'POST' | 'PUT', url: string, payload: object) => {
  const { status, body } = await callApi(server, tenant.admin, method, url, payload)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const ofSites = (ids: readonly string[]) => ids.map((id) => ({ kind: 'site', id, permission: 'read' }))
const ofClient = () => [{ kind: 'project', id: client, permission: 'read' }]

const newUser = (): Promise<LoggedIn> =>
  createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType: 'EXTERNAL_USER' })

/** A user who got these grants through the console's operation. */
async function userWith(grants: object[]): Promise<LoggedIn> {
  const user = await newUser()
  await asAdmin('PUT', `/user/${user.userId}`, { grants })
  return user
}

/** Runs all requested jobs now. */
const sumsAreMade = () =>
  until('the sums', async () => {
    const waiting = sql`from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'home.sum-ahead'`
    await sql`update graphile_worker._private_jobs set run_at = now() where id in (select j.id ${waiting})`.execute(
      server.database.owner,
    )
    const { rows } = await sql`select 1 ${waiting}`.execute(server.database.owner)
    return rows.length === 0
  })

const keepUp = () => {
  const { deps } = server.container
  const context = { attempt: 1, isLastAttempt: true, signal: new AbortController().signal, log: deps.log }
  return Promise.all(homeTicks(deps).map((tick) => tick.run(context)))
}

/** Prevents computing sums of past hours within a request, so that a request can only use stored ones. */
const spoilPast = () =>
  inAll((tx) =>
    tx
      .deleteFrom('alarm_quarter')
      .where('company_id', '=', tenant.companyId)
      .where('site_id', '<>', NOTHING)
      .where('quarter', '<', new Date(Math.floor(clock.now().getTime() / QUARTER) * QUARTER))
      .execute(),
  )

const look = async (user: LoggedIn, hours = 168): Promise<number> => {
  const { body } = await callApi(server, user, 'GET', `/v1/home?hours=${hours}`)
  return body.received
}

const written = () =>
  inAll((tx) =>
    tx.selectFrom('scope_quarter').select(['scope', 'quarter']).where('company_id', '=', tenant.companyId).execute(),
  )
const scopes = async () => new Set((await written()).map(({ scope }) => scope)).size

describe('the first request', () => {
  beforeEach(async () => {
    await receive(168, sites.slice(0, 1))
    await receive(30, sites.slice(0, 2))
    await receive(1, sites.slice(0, 4))
    await receive(0, sites.slice(0, 8))
  })

  it('after a change of grants finds the sums of the longest window ready', async () => {
    const user = await userWith(ofSites(sites))
    await sumsAreMade()
    await spoilPast()
    expect([await look(user), await look(user, 24)]).toEqual([15, 12])
    await asAdmin('PUT', `/user/${user.userId}`, { grants: ofSites(sites.slice(1)) })
    expect(await look(user), 'nothing but the newest hour is left of what was not made').toBe(7)
  })

  it('of an invited user finds the sums ready', async () => {
    const { user: invited } = await asAdmin('POST', `/company/${tenant.companyId}/user`, {
      email: `${newId()}@example.com`,
      name: 'Ivy Invited',
      userType: 'EXTERNAL_USER',
      grants: ofClient(),
    })
    await sumsAreMade()
    await spoilPast()
    const user = await newUser()
    await inAll((tx) =>
      tx.updateTable('session').set({ user_id: invited.id }).where('id', '=', user.sessionId).execute(),
    )
    expect(await look(user)).toBe(15)
  })

  it('after a site was added to a granted client finds the sums ready; no sums of other users are computed', async () => {
    const user = await userWith(ofClient())
    await userWith(ofSites(sites.slice(1)))
    await sumsAreMade()
    await inAll((tx) => tx.deleteFrom('scope_quarter').execute())
    await asAdmin('POST', `/project/${client}/site`, { name: 'One more' })
    await sumsAreMade()
    expect(await scopes()).toBe(1)
    await spoilPast()
    expect(await look(user)).toBe(15)
  })

  it('counts what changed since the sums were computed', async () => {
    const user = await userWith(ofSites(sites))
    await sumsAreMade()
    await receive(30, sites.slice(0, 3))
    await receive(0, sites.slice(0, 1))
    expect(await look(user)).toBe(19)
    expect(await look(user, 24)).toBe(13)
  })

  it('shows nothing of what the user may no longer see, although its sums exist', async () => {
    const user = await userWith(ofSites(sites))
    await sumsAreMade()
    await asAdmin('PUT', `/user/${user.userId}`, { grants: ofSites(sites.slice(0, 1)) })
    expect(await look(user)).toBe(4)
  })

  it('needs no sums in advance for users who see few sites, or all', async () => {
    await userWith(ofSites(sites.slice(0, 100)))
    await asAdmin('PUT', `/user/${tenant.userId}`, { name: 'Olive Operator' })
    await sumsAreMade()
    expect(await written()).toEqual([])
  })
})

describe('every hour', () => {
  /** Three hours without a request. */
  async function goAway(): Promise<void> {
    await receive(0, sites.slice(0, 1))
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(HOUR)
      await receive(0, sites.slice(0, 2))
    }
  }

  it('the sums of past hours are computed for returning users, also by a server that has older sums in its cache', async () => {
    const user = await userWith(ofSites(sites))
    await receive(0, sites.slice(0, 1))
    expect(await look(user)).toBe(1)
    await goAway()
    await keepUp()
    await spoilPast()
    expect(await look(user)).toBe(8)
  })

  it('sums are computed once for all users with the same sites', async () => {
    await userWith(ofSites(sites))
    await userWith(ofSites(sites.toReversed()))
    await sumsAreMade()
    await goAway()
    const sent = await watch.during(keepUp)
    expect(sent.filter((text) => text.includes('sum("received")') && text.includes('quarter = any'))).toHaveLength(1)
    expect(await scopes()).toBe(1)
  })

  it('no sums are computed for users who were away for a month or cannot log in', async () => {
    const [away, suspended] = [await userWith(ofSites(sites)), await userWith(ofSites(sites.slice(1)))]
    await sumsAreMade()
    const longAgo = new Date(clock.now().getTime() - 31 * DAY)
    await inAll(async (tx) => {
      await tx.updateTable('app_user').set({ created_at: longAgo }).where('id', '=', away.userId).execute()
      await tx.updateTable('session').set({ last_used_at: longAgo }).where('id', '=', away.sessionId).execute()
    })
    await asAdmin('PUT', `/user/${suspended.userId}`, { suspended: true })
    await sumsAreMade()
    await goAway()
    await keepUp()
    expect(await written()).toEqual([])
    const company = (suspendedAt: Date | null) =>
      inAll((tx) =>
        tx.updateTable('company').set({ suspended_at: suspendedAt }).where('id', '=', tenant.companyId).execute(),
      )
    await inAll(async (tx) => {
      const seen = tx.updateTable('app_user').set({ last_login_at: clock.now() })
      await seen.where('id', 'in', [away.userId, suspended.userId]).execute()
    })
    await company(clock.now())
    await keepUp()
    expect(await written()).toEqual([])
    await company(null)
    await keepUp()
    expect(await scopes()).toBe(1)
    await asAdmin('PUT', `/user/${suspended.userId}`, { suspended: false })
    await sumsAreMade()
    expect(await scopes(), 'with those of who is let in again').toBe(2)
  })

  it('an error with one user does not stop the computation for other users', async () => {
    await receive(0, sites.slice(0, 1))
    clock.advance(HOUR)
    await receive(0, sites.slice(0, 1))
    await userWith(ofSites(sites.slice(1)))
    await sumsAreMade()
    const [theirs] = await written()
    const user = await userWith(ofSites(sites))
    await sumsAreMade()
    await goAway()
    const { owner } = server.database
    await sql`alter table scope_quarter add constraint spoiled check (scope <> ${sql.lit(theirs?.scope)}) not valid`.execute(
      owner,
    )
    await expect(keepUp()).rejects.toThrow('the sums of 1 users')
    await sql`alter table scope_quarter drop constraint spoiled`.execute(owner)
    await spoilPast()
    expect(await look(user)).toBe(9)
  })

  it('sums of sites that no user sees together any more are deleted, and no other sums are', async () => {
    await receive(1, sites)
    await receive(0, sites)
    const user = await userWith(ofSites(sites))
    await sumsAreMade()
    await asAdmin('PUT', `/user/${user.userId}`, { grants: ofSites(sites.slice(1)) })
    await sumsAreMade()
    expect(await scopes()).toBe(2)
    const tidy = () => deleteStale(server.container.deps, clock.now())
    clock.advance(2 * DAY)
    await tidy()
    expect(await scopes(), 'nothing came in, so nobody is behind').toBe(2)
    await receive(0, sites.slice(0, 3))
    clock.advance(HOUR)
    await receive(0, sites.slice(0, 3))
    await keepUp()
    await tidy()
    expect(await scopes()).toBe(1)
    await spoilPast()
    expect(await look(user)).toBe(2 * (SITES - 1) + 4)
  })
})
