import { createWatchList, deleteWatchList, listWatchLists, updateWatchList, WATCH_LIST_LIMITS } from '@winnow/contract'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import { newId } from '../../platform/ids.ts'
import { findLists, getList, lockList, presentList } from './watch-list-queries.ts'
import { newListKey } from './watch-list-secrets.ts'

/** Serialises the creation and renaming of a company's lists. */
async function requireFreeName(tx: Tx, companyId: string, name: string, exceptId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 5))`.execute(tx)
  const { rows } = await sql`select from watch_list where lower(name) = lower(${name})
    and company_id = ${companyId} and id is distinct from ${exceptId}::uuid`.execute(tx)
  if (rows.length > 0)
    throw new AppError('NAME_TAKEN', `“${name}” exists already`, {
      fields: [{ field: 'name', message: 'This name is taken' }],
    })
}

function registerLooksAndNew(register: Register, keys: KeyRing): void {
  register.read(listWatchLists, async ({ tx, now }) => (await findLists(tx, now)).map(presentList))

  register.write(createWatchList, {
    // The key is sealed before the transaction.
    async prepare() {
      const id = newId()
      return { id, indexKey: newListKey(keys, id) }
    },
    async change({ tx, actor, companyId, body, now, audit, prepared: { id, indexKey } }) {
      await requireFreeName(tx, companyId, body.name, null)
      if ((await findLists(tx, now)).length >= WATCH_LIST_LIMITS.lists)
        throw new AppError('CAPACITY_REACHED', `A company can have ${WATCH_LIST_LIMITS.lists} lists`)
      await tx
        .insertInto('watch_list')
        .values({
          id,
          company_id: companyId,
          name: body.name,
          retention_days: body.retentionDays,
          sealed_index: indexKey,
          changed_at: now,
          changed_by: actor.name,
        })
        .execute()
      await audit({
        action: 'watch-list.created',
        objectType: 'company',
        objectId: companyId,
        objectName: body.name,
        after: { name: body.name, retentionDays: body.retentionDays },
      })
      return presentList(await getList(tx, id, now))
    },
  })
}

function registerChanges(register: Register): void {
  register.write(updateWatchList, async ({ tx, actor, companyId, params, body, now, audit }) => {
    const before = await lockList(tx, params.id, now)
    if (body.basedOn && body.basedOn.version !== before.version)
      throw new AppError('CONFLICT', `${before.changedBy} has changed this list meanwhile`)
    const { name = before.name, retentionDays = before.retentionDays } = body
    requirePlainLines({ name: before.name }, { name })
    if (name !== before.name) await requireFreeName(tx, companyId, name, params.id)
    await sql`update watch_list set name = ${name}, retention_days = ${retentionDays}, version = version + 1,
      changed_at = ${now}, changed_by = ${actor.name} where id = ${params.id}`.execute(tx)
    // A longer time is for plates that are imported from now on: people agreed to the shorter one.
    await sql`update watch_plate set expires_at = added_at + ${retentionDays} * interval '1 day'
      where list_id = ${params.id} and expires_at > added_at + ${retentionDays} * interval '1 day'`.execute(tx)
    await audit({
      action: 'watch-list.changed',
      objectType: 'company',
      objectId: companyId,
      objectName: name,
      before: { name: before.name, retentionDays: before.retentionDays },
      after: { name, retentionDays },
    })
    return presentList(await getList(tx, params.id, now))
  })

  register.write(deleteWatchList, async ({ tx, companyId, params, now, audit }) => {
    const before = await lockList(tx, params.id, now)
    await tx.deleteFrom('watch_list').where('id', '=', params.id).execute()
    await audit({
      action: 'watch-list.deleted',
      objectType: 'company',
      objectId: companyId,
      objectName: before.name,
      before: { name: before.name, plates: before.plates },
    })
    return { success: true as const }
  })
}

export function registerWatchLists(register: Register, keys: KeyRing): void {
  registerLooksAndNew(register, keys)
  registerChanges(register)
}
