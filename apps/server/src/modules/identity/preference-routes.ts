import { setLanguage, setPreferences, type UserPreferences } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { preferencesOf } from './preferences-of.ts'

type Chosen = { [Name in keyof UserPreferences]?: UserPreferences[Name] | undefined }

/** Stores some preferences of a user and leaves the others unchanged. */
async function storePreferences(tx: Tx, userId: string | null, chosen: Chosen): Promise<UserPreferences> {
  // The hours follow a newly chosen date format again.
  const dropped = chosen.dateFormat !== undefined && chosen.is12h === undefined ? ['is12h'] : []
  const row = await tx
    .updateTable('app_user')
    .set((eb) => ({
      preferences: sql`(${eb.ref('preferences')} - ${dropped}::text[]) || ${JSON.stringify(chosen)}::jsonb`,
    }))
    .where('id', '=', userId)
    .returning('preferences')
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  return preferencesOf(row.preferences)
}

export function registerPreferences(register: Register): void {
  register.write(setPreferences, ({ tx, actor, body }) => storePreferences(tx, actor.userId, body))

  register.write(setLanguage, async ({ tx, actor, body }) => {
    await storePreferences(tx, actor.userId, body)
    return { success: true as const }
  })
}
