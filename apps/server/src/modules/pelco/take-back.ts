import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'

const beingReleased = () => {
  const message =
    'A deleted camera with this serial number is being disconnected at this moment; try again in a few minutes'
  return new AppError('UNAVAILABLE', message)
}

interface Waiting {
  id: string
  isClaimed: boolean
}

const findWaiting = async (tx: Tx, companyId: string, { serial, now, isLocked }: Asked): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select v.id, coalesce(r.claimed_until > ${now}, false) as "isClaimed"
    from view v left join pelco_release r on r.view_id = v.id
    where v.company_id = ${companyId} and v.serial_number = ${serial} and v.deleted_at is not null
    order by v.id ${isLocked ? sql`for no key update of v` : sql``}`.execute(tx)
  return rows
}

interface Asked {
  serial: string
  now: Date
  isLocked: boolean
}

/**
 * The deleted cameras with a serial number of which the cloud has not let go yet, before it is asked to register that number again.
 * @throws AppError UNAVAILABLE if the cloud is asked to let go of one of them now, because that could undo the registration
 */
export async function requireNotBeingReleased(
  tx: Tx,
  companyId: string,
  asked: { serial: string; now: Date },
): Promise<string[]> {
  const waiting = await findWaiting(tx, companyId, { ...asked, isLocked: false })
  if (waiting.some(({ isClaimed }) => isClaimed)) throw beingReleased()
  return waiting.map(({ id }) => id)
}

/**
 * Takes the serial number from the deleted cameras that wait to be released, because the new camera has it now.
 * @param seen what waited before the cloud was asked
 * @throws AppError UNAVAILABLE if the cloud let go of one of them since, or is asked to now
 */
export async function takeBack(
  tx: Tx,
  companyId: string,
  { seen, ...asked }: { serial: string; now: Date; seen: readonly string[] },
): Promise<void> {
  const waiting = await findWaiting(tx, companyId, { ...asked, isLocked: true })
  const ids = new Set(waiting.map(({ id }) => id))
  if (waiting.some(({ isClaimed }) => isClaimed) || seen.some((id) => !ids.has(id))) throw beingReleased()
  if (ids.size === 0) return
  await tx
    .updateTable('view')
    .set({ serial_number: null })
    .where('id', 'in', [...ids])
    .execute()
  await tx
    .deleteFrom('pelco_release')
    .where('view_id', 'in', [...ids])
    .execute()
}
