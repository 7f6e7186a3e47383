import { getSavedFilters, savedFilter, setSavedFilters, type SavedFilters } from '@winnow/contract'
import { z } from 'zod'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'

const stored = z.array(savedFilter)

/** Reads the sets of a user. Programs have none. */
async function read(tx: Tx, { userId }: Actor): Promise<SavedFilters> {
  if (userId === null) return { filters: [], version: 0 }
  const row = await tx
    .selectFrom('saved_filters')
    .select(['filters', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? { filters: [], version: 0 } : { filters: stored.parse(row.filters), version: row.version }
}

/** Operations on the named sets of filters of the alarm list. */
export function registerSavedFilters(register: Register): void {
  register.read(getSavedFilters, ({ tx, actor }) => read(tx, actor))

  register.write(setSavedFilters, async ({ tx, actor, companyId, body }) => {
    const { userId } = actor
    if (userId === null) throw new AppError('FORBIDDEN', 'Only users can save filters')
    const filters = JSON.stringify(body.filters)
    // The first save creates the row. A later one changes it only if nobody has changed it since; the loser of two at once changes nothing.
    const row = await tx
      .insertInto('saved_filters')
      .values({ user_id: userId, company_id: companyId, filters, version: 1 })
      .onConflict((on) =>
        on
          .column('user_id')
          .doUpdateSet({ filters, version: body.version + 1 })
          .where('saved_filters.version', '=', body.version),
      )
      .returning('version')
      .executeTakeFirst()
    if (row === undefined || row.version !== body.version + 1)
      throw new AppError('CONFLICT', 'The saved filters have changed in the meantime')
    return { filters: body.filters, version: row.version }
  })
}
