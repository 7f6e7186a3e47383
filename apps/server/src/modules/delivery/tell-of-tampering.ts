import { sql } from 'kysely'
import type { OnTampering } from '../tampering/index.ts'
import { planCameraEvents, type Happened } from './plan-camera-events.ts'

/** Writes the messages about a tampering to the outbox, to those receivers of the camera's site that want them. */
export const tellOfTampering: OnTampering = async (tx, { id, viewId, isOver }, now) => {
  const { rows } = await sql<Happened>`
    select ${id}::text as id, view.company_id, view.site_id, view.id as view_id from view join site on site.id = view.site_id
    where view.id = ${viewId} and view.deleted_at is null and site.deleted_at is null`.execute(tx)
  const message = isOver
    ? ({ type: 'tampering.ended', version: 2 } as const)
    : ({ type: 'tampering', version: 1 } as const)
  await planCameraEvents(tx, rows, message, now)
}
