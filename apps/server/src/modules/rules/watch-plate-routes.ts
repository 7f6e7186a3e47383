import { setImmediate as afterOthers } from 'node:timers/promises'
import {
  deleteWatchPlate,
  importWatchPlates,
  listWatchPlates,
  searchWatchPlates,
  WATCH_LIST_LIMITS,
  type BodyOf,
  type WatchPlate,
} from '@winnow/contract'
import { plainPlate } from '@winnow/domain'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { getList, lockList, presentList, type StoredList } from './watch-list-queries.ts'
import { lookupNumber, lookupNumberOf, openListKey, openPlate, plateNumbers, sealPlate } from './watch-list-secrets.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Plates that are sealed before other requests get their turn. */
const AT_ONCE = 250
/** The most plates that look alike which a search returns. */
const SEARCHED = 50

interface Row {
  id: string
  sealed: string
  expires_at: Date
  added_at: Date
  added_by: string
}

const present = (keys: KeyRing, row: Row): WatchPlate => ({
  id: row.id,
  ...openPlate(keys, row.id, row.sealed),
  expiresAt: row.expires_at.toISOString(),
  addedAt: row.added_at.toISOString(),
  addedBy: row.added_by,
})

/** A key that is the same for repeated looks of one person into one list in the same hour. */
const onceAnHour = (actor: Actor, listId: string, now: Date): string =>
  `plates ${actor.tokenId ?? actor.userId ?? actor.name} ${actor.impersonator?.userId ?? ''} ${listId} ${Math.floor(now.getTime() / HOUR_MS)}`

function registerLooks(register: Register, keys: KeyRing): void {
  register.write(listWatchPlates, {
    async change({ tx, actor, companyId, params, query, now, audit }) {
      const { name, plates } = await getList(tx, params.id, now)
      const { rows } = await sql<Row>`select id, sealed, expires_at, added_at, added_by
        from watch_plate where list_id = ${params.id} and expires_at > ${now}
        order by id desc limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(tx)
      const about = { objectType: 'company', objectId: companyId, objectName: name } as const
      await audit({ action: 'watch-list.read', ...about, once: onceAnHour(actor, params.id, now) })
      return { rows, count: plates }
    },
    async reply({ query, result }) {
      const { page, limit } = query
      return {
        rows: result.rows.map((row) => present(keys, row)),
        count: result.count,
        countIsExact: true,
        page,
        limit,
      }
    },
  })

  register.write(searchWatchPlates, {
    async prepare({ read, params, body, now }) {
      const { indexKey } = await read((tx) => getList(tx, params.id, now))
      return lookupNumberOf(openListKey(keys, params.id, indexKey), body.plate)
    },
    async change({ tx, companyId, params, now, audit, prepared: lookup }) {
      const { name } = await getList(tx, params.id, now)
      const { rows } = await sql<Row>`select id, sealed, expires_at, added_at, added_by
        from watch_plate where list_id = ${params.id} and expires_at > ${now} and lookup = ${lookup}::bigint
        order by id desc limit ${SEARCHED}`.execute(tx)
      // The plate that was searched is personal data, so the audit does not name it.
      await audit({
        action: 'watch-list.searched',
        objectType: 'company',
        objectId: companyId,
        objectName: name,
        after: { found: rows.length },
      })
      return rows
    },
    reply: ({ result }) => Promise.resolve(result.map((row) => present(keys, row))),
  })
}

type Imported = BodyOf<typeof importWatchPlates>['plates'][number]

interface Sealed {
  id: string
  sealed: string
  numbers: ReturnType<typeof plateNumbers>
  exact: string
  expiresAt: Date
}

/** @throws AppError VALIDATION for a plate that has ended already, naming it */
function endOf({ expiresAt }: Imported, index: number, retentionDays: number, now: Date): Date {
  const latest = now.getTime() + retentionDays * DAY_MS
  const end = expiresAt === undefined ? latest : Math.min(Date.parse(expiresAt), latest)
  if (end > now.getTime()) return new Date(end)
  const message = 'Must be in the future'
  throw new AppError('VALIDATION', message, { fields: [{ field: `plates.${index}.expiresAt`, message }] })
}

/** Seals the plates of an import. Of a plate that is in it twice, the last stands. */
async function sealAll(
  keys: KeyRing,
  list: { id: string; indexKey: string; retentionDays: number },
  plates: readonly Imported[],
  now: Date,
): Promise<Sealed[]> {
  const key = openListKey(keys, list.id, list.indexKey)
  const sealed = new Map<string, Sealed>()
  for (const [index, one] of plates.entries()) {
    const expiresAt = endOf(one, index, list.retentionDays, now)
    const id = newId()
    const exact = lookupNumber(key, `=${plainPlate(one.plate)}`)
    const content = { plate: one.plate, note: one.note }
    sealed.set(exact, {
      id,
      sealed: sealPlate(keys, id, content),
      numbers: plateNumbers(key, one.plate),
      exact,
      expiresAt,
    })
    if (index % AT_ONCE === AT_ONCE - 1) await afterOthers()
  }
  return [...sealed.values()]
}

async function store(
  tx: Tx,
  { companyId, list, by, now }: { companyId: string; list: StoredList; by: string; now: Date },
  plates: readonly Sealed[],
): Promise<{ updated: number }> {
  const column = (of: (plate: Sealed) => string) => plates.map(of)
  const { numAffectedRows } = await sql`delete from watch_plate where list_id = ${list.id}
    and exact = any(${column(({ exact }) => exact)}::bigint[])`.execute(tx)
  // The retention of the list may have become shorter since the plates were sealed.
  const latest = new Date(now.getTime() + list.retentionDays * DAY_MS)
  await sql`
    insert into watch_plate (id, company_id, list_id, sealed, lookup, outside_first, outside_middle, outside_last, near,
      exact, expires_at, added_at, added_by)
    select p.id, ${companyId}, ${list.id}, p.sealed, p.lookup, p.first, p.middle, p.last, p.near::bigint[],
      p.exact, least(p.expires_at, ${latest}::timestamptz), ${now}, ${by}
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ sealed }) => sealed)}::text[],
      ${column(({ numbers }) => numbers.lookup)}::bigint[], ${column(({ numbers }) => numbers.first)}::bigint[],
      ${column(({ numbers }) => numbers.middle)}::bigint[], ${column(({ numbers }) => numbers.last)}::bigint[],
      ${column(({ numbers }) => `{${numbers.near.join(',')}}`)}::text[], ${column(({ exact }) => exact)}::bigint[],
      ${column(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[])
      as p (id, sealed, lookup, first, middle, last, near, exact, expires_at)`.execute(tx)
  return { updated: Number(numAffectedRows ?? 0n) }
}

function registerImport(register: Register, keys: KeyRing): void {
  register.write(importWatchPlates, {
    async prepare({ read, params, body, now }) {
      const list = await read((tx) => getList(tx, params.id, now))
      return sealAll(keys, list, body.plates, now)
    },
    async change({ tx, actor, companyId, params, body, now, audit, prepared: plates }) {
      const before = await lockList(tx, params.id, now)
      if (body.replace) await tx.deleteFrom('watch_plate').where('list_id', '=', params.id).execute()
      const { updated } = await store(tx, { companyId, list: before, by: actor.name, now }, plates)
      const list = await getList(tx, params.id, now)
      if (list.plates > WATCH_LIST_LIMITS.plates)
        throw new AppError('CAPACITY_REACHED', `A list can have ${WATCH_LIST_LIMITS.plates} plates`)
      const added = plates.length - updated
      await audit({
        action: 'watch-list.imported',
        objectType: 'company',
        objectId: companyId,
        objectName: before.name,
        after: { added, updated, replaced: body.replace },
      })
      return { added, updated, list: presentList(list) }
    },
  })
}

export function registerWatchPlates(register: Register, keys: KeyRing): void {
  registerLooks(register, keys)
  registerImport(register, keys)
  register.write(deleteWatchPlate, async ({ tx, companyId, params, now, audit }) => {
    const { name } = await lockList(tx, params.id, now)
    const { numDeletedRows } = await tx
      .deleteFrom('watch_plate')
      .where('list_id', '=', params.id)
      .where('id', '=', params.plateId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await audit({ action: 'watch-list.plate-deleted', objectType: 'company', objectId: companyId, objectName: name })
    return { success: true as const }
  })
}
