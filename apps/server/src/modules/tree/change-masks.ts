import type { MASK_CHANGES, View } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { requireConfigurable } from '../access/index.ts'

type Masks = View['mask']

/** The author and the time of a change of masks. */
interface Author {
  tx: Tx
  actor: Actor
  now: Date
}

/** A change of the masks of one camera. */
export interface MaskEdit {
  mask: Masks
  /** The masks that the author saw. */
  basedOn?: Masks | undefined
  /** The alarm on whose picture the masks were drawn. */
  alarmId?: string | undefined
  kind: (typeof MASK_CHANGES)[number]
  /** The camera that the masks come from. */
  copiedFrom?: string
}

const PTZ = 'Masks cannot be set on a camera that turns'

/** Refuses changes of masks without the permission for masks, and for cameras that turn. */
export function requireMaskable(actor: Actor, ptz: boolean): void {
  if (!actor.permissions.has('mask.write')) throw new AppError('FORBIDDEN', 'You have no access for this action')
  if (ptz) throw new AppError('VALIDATION', PTZ, { fields: [{ field: 'mask', message: PTZ }] })
}

const isSame = (one: Masks, other: Masks): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The id of the alarm whose picture the history shows: the given alarm, which must belong to this camera, or the latest alarm. */
async function pictureOf(tx: Tx, view: View, alarmId: string | undefined): Promise<string | null> {
  if (alarmId === undefined) return view.lastAlarmId
  const alarm = await tx.selectFrom('alarm').select('view_id').where('id', '=', alarmId).executeTakeFirst()
  if (alarm?.view_id !== view.id) throw notFound()
  return alarmId
}

/**
 * Replaces the masks of a camera and adds the change to their history. Masks that stay the same are not a change.
 * @throws AppError CONFLICT if somebody else changed the masks since the author saw them
 */
export async function changeMasks({ tx, actor, now }: Author, view: View, edit: MaskEdit): Promise<void> {
  requireMaskable(actor, view.ptz)
  requireConfigurable(actor, view)
  // Locks the row, so that a concurrent change waits and then sees this one.
  const row = await tx
    .selectFrom('view')
    .select('masks')
    .where('id', '=', view.id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const before = row.masks as Masks
  if (edit.basedOn && !isSame(edit.basedOn, before))
    throw new AppError('CONFLICT', 'Somebody else changed these masks meanwhile')
  if (isSame(before, edit.mask)) return
  await tx
    .updateTable('view')
    .set({ masks: JSON.stringify(edit.mask) })
    .where('id', '=', view.id)
    .execute()
  await tx
    .insertInto('mask_change')
    .values({
      id: newId(now.getTime()),
      company_id: actor.companyId,
      view_id: view.id,
      user_id: actor.userId,
      user_name: actor.name,
      kind: edit.kind,
      copied_from: edit.copiedFrom ?? null,
      alarm_id: await pictureOf(tx, view, edit.alarmId),
      before: JSON.stringify(before),
      after: JSON.stringify(edit.mask),
    })
    .execute()
}
