import type { OriginalMail } from '@winnow/delivery'
import { inTenant } from '../../platform/db/transaction.ts'
import { MediaMissingError, type MediaStore } from '../../platform/media/media-store.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

async function open(media: MediaStore, key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    return (await media.get(key)).body
  } catch (error) {
    if (error instanceof MediaMissingError) return undefined
    throw error
  }
}

/** The mails of the camera with these ids, in their order. Those whose retention has ended are left out. */
export async function findMails(
  { db, media }: Pick<DeliveryDeps, 'db' | 'media'>,
  companyId: string,
  ids: readonly string[],
): Promise<OriginalMail[]> {
  const rows = await inTenant(db, companyId, (tx) =>
    tx
      .selectFrom('signal')
      .select(['id', 'raw_key'])
      .where('id', 'in', ids)
      .where('company_id', '=', companyId)
      .execute(),
  )
  const keys = new Map(rows.map(({ id, raw_key }) => [id, raw_key]))
  return ids.flatMap((id) => {
    const key = keys.get(id)
    return key ? [{ id, open: () => open(media, key) }] : []
  })
}
