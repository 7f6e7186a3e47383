import { createFakeClock } from '@winnow/testkit'
import { afterAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createTenant } from '../../../test/factories.ts'
import { findingsOf } from '../../../test/findings.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { decideAlarm, type Findings } from '../alarms/index.ts'

const clock = createFakeClock(new Date())
const server = await startTestServer({ clock })
const db = server.database.runtime
afterAll(() => server.close())

it.each([
  ['the verdict rises with a later picture', [findingsOf('false'), findingsOf('true', { analysedSignals: 2 })]],
  ['later pictures were not seen in time', [findingsOf('false'), undefined]],
  ['analysis follows on the deadline', [undefined, findingsOf('true')]],
])('the time to a verdict is the time to the first verdict, also where %s', async (_what, [first, second]) => {
  const tenant = await createTenant(db)
  const camera = await createCamera(db, tenant.companyId)
  const alarm = await createAlarm(
    db,
    { companyId: tenant.companyId, ...camera },
    { verdict: null, receivedAt: clock.now() },
  )
  const decide = (found: Findings | undefined) =>
    inSystem(db, (tx) => decideAlarm(tx, alarm, found, () => Promise.resolve(), clock.now()))
  await inSystem(db, (tx) => tx.deleteFrom('alarm').where('id', '=', tenant.alarmId).execute())
  clock.advance(300)
  await decide(first)
  clock.advance(40_000)
  await decide(second)
  const { body } = await callApi(server, tenant.admin, 'GET', '/v1/home')
  expect(body.latency).toEqual({ p50: 300, p95: 300, alarms: 1 })
})
