import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { plainHasher } from '../../../test/plain-hasher.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { seedScenario } from './seed-scenario.ts'
import { companyOf, writeScenario, type Scenario } from './write-scenario.ts'

const now = new Date('2026-11-23T12:00:00Z')
const scenario: Scenario = { name: 'small', size: { clients: 8, sites: 20, cameras: 60, groups: 2 }, seed: 'test' }
const companyId = companyOf(scenario)

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

function seed({ beside = false, onCameras = (_written: number) => {} } = {}) {
  return seedScenario({ db: database.runtime, hasher: plainHasher, now, onCameras }, scenario, { beside })
}

const count = (table: 'project' | 'site' | 'view' | 'client_group') =>
  inSystem(database.runtime, async (tx) => {
    const { n } = await tx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
    return Number(n)
  })
const counts = async () => ({
  clients: await count('project'),
  sites: await count('site'),
  cameras: await count('view'),
  groups: await count('client_group'),
})
const wanted = { clients: 8, sites: 20, cameras: 60, groups: 2 }

it('writes the whole company, prints its progress, and creates its administrator and the super user', async () => {
  const progress: number[] = []
  const { accounts } = await seed({ onCameras: (written) => progress.push(written) })
  expect(await counts()).toEqual(wanted)
  expect(progress.at(-1)).toBe(60)
  expect(accounts.map(({ email }) => email)).toEqual(['super@winnow.example', 'admin@small-test.winnow.example'])
})

it('does not write the scenario twice', async () => {
  await seed()
  await expect(seed()).rejects.toThrow('here already')
  expect(await counts()).toEqual(wanted)
})

it('starts again from the beginning after an interrupted run', async () => {
  await writeScenario(database.runtime, { ...scenario, size: { ...scenario.size, clients: 3 } }, now, () => {})
  await seed()
  expect(await counts()).toEqual(wanted)
})

it('refuses a database with other companies unless the option for it is given', async () => {
  await inSystem(database.runtime, (tx) => tx.insertInto('company').values({ id: newId(), name: 'Acme' }).execute())
  await expect(seed()).rejects.toThrow('holds other companies (Acme)')
  expect(await counts()).toEqual({ clients: 0, sites: 0, cameras: 0, groups: 0 })
  await seed({ beside: true })
  expect(await counts()).toEqual(wanted)
})
