import type { View } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Why people cannot configure a camera that a program created, as an error and as the failure of a job. */
export const VIEW_BY_API = {
  code: 'VIEW_BY_API',
  message: 'Cameras created via the API are not configurable on the website.',
} as const

/**
 * Refuses a change of the configuration of a camera that a program created, unless a program makes the change.
 * @throws AppError VIEW_BY_API
 */
export function requireConfigurable(actor: Pick<Actor, 'kind'>, view: Pick<View, 'createdByApi'>): void {
  if (view.createdByApi && actor.kind !== 'token') throw new AppError(VIEW_BY_API.code, VIEW_BY_API.message)
}

/** The same for a camera whose row is not at hand. */
export async function requireConfigurableById(tx: Tx, actor: Pick<Actor, 'kind'>, id: string): Promise<void> {
  const view = await tx.selectFrom('view').select('created_by_api').where('id', '=', id).executeTakeFirstOrThrow()
  requireConfigurable(actor, { createdByApi: view.created_by_api })
}
