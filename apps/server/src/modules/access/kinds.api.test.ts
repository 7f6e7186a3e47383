// The place of an object of every kind, for the gate and for the audit. The table is typed by hand, because no other
// source says what is right.
import { AUDIT_OBJECTS, type Kind } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { createTenant, idOf, type Tenant } from '../../../test/factories.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { findPlaces } from './find-places.ts'
import { findPlaceOf, KINDS, type PlacedKind } from './kinds.ts'

const SITE = ['projectId', 'siteId'] as const
const CAMERA = ['projectId', 'siteId', 'viewId'] as const
const PLACES: Record<Kind, readonly (typeof CAMERA)[number][]> = {
  company: [],
  job: [],
  schedule: [],
  import: [],
  group: [],
  project: ['projectId'],
  site: SITE,
  view: CAMERA,
  alarm: CAMERA,
  note: CAMERA,
  signal: CAMERA,
  receiver: SITE,
  delivery: SITE,
  token: [],
  user: [],
  detector: [],
  audit: [],
}
/** Kinds without ids in any request of a company. */
const UNNAMED = ['detector', 'audit'] as const
const named = (Object.keys(PLACES) as Kind[]).filter(
  (kind): kind is Exclude<Kind, (typeof UNNAMED)[number]> => !UNNAMED.some((unnamed) => unnamed === kind),
)

let database: TestDatabase
let tenant: Tenant
beforeAll(async () => {
  database = await createTestDatabase()
  tenant = await createTenant(database.runtime)
})
afterAll(() => database.close())

const pathOf = (kind: Kind) => Object.fromEntries(PLACES[kind].map((node) => [node, tenant[node]]))
const wanted = (kind: PlacedKind) => ({
  companyId: tenant.companyId,
  kind,
  ids: [idOf(tenant, kind)],
  parentId: kind === 'note' ? tenant.alarmId : undefined,
  deleted: false,
})
const inside = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(database.runtime, tenant.companyId, work)

describe('the place of an object', () => {
  it.each(named)('is known to the gate: %s', async (kind) => {
    const id = idOf(tenant, kind)
    const places = await inside((tx) => findPlaces(tx, { ...wanted(kind as PlacedKind), kind, ids: [id] }))
    const at = PLACES[kind].length === 0 ? { at: 'company' } : { at: 'node', path: pathOf(kind) }
    expect(places).toEqual(new Map([[id, at]]))
  })

  it.each(AUDIT_OBJECTS)('is what the audit stores: %s', async (kind) => {
    const id = kind === 'detector' || kind === 'audit' ? 'no id of ours' : idOf(tenant, kind)
    const place = await inside((tx) => findPlaceOf(tx, kind, id))
    const { projectId = null, siteId = null, viewId = null } = pathOf(kind)
    const columns = { project_id: projectId, site_id: siteId, view_id: viewId }
    expect(place).toEqual(PLACES[kind].length === 0 ? undefined : columns)
  })

  it('of a note is found by the gate only under its own alarm', async () => {
    const other = await createTenant(database.runtime)
    const places = await inside((tx) => findPlaces(tx, { ...wanted('note'), parentId: other.alarmId }))
    expect(places.size).toBe(0)
  })

  it('is not found by the gate after the object was deleted or expired, unless the request includes deleted objects', async () => {
    const other = await createTenant(database.runtime)
    const ending = named.filter((kind) => KINDS[kind].deletedAt ?? KINDS[kind].endedAt)
    expect(ending.toSorted()).toEqual(['project', 'receiver', 'site', 'token', 'view'])
    for (const kind of ending) {
      const { table, deletedAt, endedAt } = KINDS[kind]
      const id = idOf(other, kind)
      await inSystem(database.runtime, (tx) =>
        sql`update ${sql.table(table)} set ${sql.ref(deletedAt ?? endedAt ?? '')} = now() where id = ${id}`.execute(tx),
      )
      const look = (deleted: boolean) =>
        inTenant(database.runtime, other.companyId, (tx) =>
          findPlaces(tx, { ...wanted(kind as PlacedKind), companyId: other.companyId, kind, ids: [id], deleted }),
        )
      expect((await look(false)).size, kind).toBe(0)
      expect((await look(true)).size, kind).toBe(kind === 'token' ? 0 : 1)
    }
  })
})
