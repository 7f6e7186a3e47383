import { setLanguage } from '@winnow/contract'
import { sql } from 'kysely'
import type { Register } from '../../platform/http/register.ts'

export function registerLanguage(register: Register): void {
  register.write(setLanguage, async ({ tx, actor, body }) => {
    await tx
      .updateTable('app_user')
      .set((eb) => ({ preferences: sql`${eb.ref('preferences')} || ${JSON.stringify(body)}::jsonb` }))
      .where('id', '=', actor.userId)
      .execute()
    return { success: true as const }
  })
}
