import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { forgetPeople } from './forget-people.ts'
import { rulesModule } from './module.ts'

const now = new Date('2027-01-11T12:00:00Z')
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const memory = {
  version: 1,
  things: [{ alarm: 'a', at: 1, class: 'person', box: {} }],
  looks: [{ key: 'looked', alarm: 'a', at: 1, count: 0 }],
  hits: [{ key: 'k', alarm: 'a', at: 1 }],
}

it('forgets the people of a camera that sends nothing more, and keeps what holds hits back', async () => {
  const quiet = await createCamera(server.database.runtime, tenant.companyId)
  const remembered = async (viewId: string, minutesAgo: number) => {
    const at = new Date(now.getTime() - minutesAgo * 60_000)
    await inSystem(server.database.runtime, (tx) =>
      sql`insert into rule_memory (view_id, company_id, memory, updated_at)
        values (${viewId}, ${tenant.companyId}, ${JSON.stringify(memory)}, ${at})`.execute(tx),
    )
  }
  await remembered(tenant.viewId, 59)
  await remembered(quiet.viewId, 60)
  expect(rulesModule.tables?.rule_memory?.rows).toContainEqual({ kind: 'run', when: 'before', run: forgetPeople })
  await inSystem(server.database.runtime, (tx) => forgetPeople(tx, now))
  const { rows } = await inSystem(server.database.runtime, (tx) =>
    sql`select view_id, memory from rule_memory`.execute(tx),
  )
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({ view_id: tenant.viewId, memory })
  expect(rows).toContainEqual({ view_id: quiet.viewId, memory: { ...memory, things: [], looks: [] } })
})

it('nothing but the analysis reads what rules remember, so that no export and no answer can hold it', () => {
  const sources = path.resolve(import.meta.dirname, '../..')
  const readers = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !/\.test\.ts$|\.generated\.ts$/.test(file))
    .filter((file) => /\brule_memory\b/.test(readFileSync(path.join(sources, file), 'utf8')))
  expect(readers.toSorted()).toEqual([
    'modules/analysis/apply-rules.ts',
    'modules/analysis/load-job.ts',
    'modules/rules/forget-people.ts',
    'modules/rules/module.ts',
  ])
})
