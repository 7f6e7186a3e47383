import type { BodyOf, createView, updateView } from '@winnow/contract'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** The columns of the fields that were sent. Other fields stay as they are. */
export function columnsOf(body: Omit<BodyOf<typeof updateView>, 'basedOn'>) {
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.integration === undefined ? {} : { integration: body.integration }),
    ...(body.status === undefined ? {} : { active: body.status.active }),
    ...(body.wantedClasses === undefined ? {} : { wanted_classes: body.wantedClasses }),
    ...(body.sensitivity === undefined ? {} : { sensitivity: body.sensitivity }),
    ...(body.thermal === undefined ? {} : { thermal: body.thermal }),
    ...(body.ptz === undefined ? {} : { ptz: body.ptz }),
    ...(body.channel === undefined ? {} : { channel: body.channel }),
    ...(body.deviceModel === undefined ? {} : { device_model: body.deviceModel }),
    ...(body.mergeWindowSeconds === undefined ? {} : { merge_window_seconds: body.mergeWindowSeconds }),
  }
}

/** A site that waits with its deletion until the end of the transaction. */
export interface LockedSite {
  id: string
  name: string
  projectId: string
}

/** Lets a deletion of the site wait, so that it deletes cameras too that are added now. @returns undefined if it is deleted */
export async function lockSite(tx: Tx, id: string): Promise<LockedSite | undefined> {
  const site = await tx
    .selectFrom('site')
    .select(['name', 'project_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return site && { id, name: site.name, projectId: site.project_id }
}

/** A picture that was taken of a new camera, by its key in the media store (`firstPictureKey`). */
export interface FirstPicture {
  key: string
  takenAt: Date
}

/** The key of a picture that is shown until the camera of this site sends one itself. */
export const firstPictureKey = (siteId: string, id: string): string => `cameras/${siteId}/${id}.jpg`

interface NewView {
  id: string
  companyId: string
  site: LockedSite
  isByProgram: boolean
  picture?: FirstPicture | undefined
}

/**
 * Adds a camera with what new cameras have. The caller holds the locks of products and names, has found the name free, and settles the
 * products afterwards.
 */
export async function insertView(
  tx: Tx,
  { id, companyId, site, isByProgram, picture }: NewView,
  body: Omit<BodyOf<typeof createView>, 'mask'>,
): Promise<void> {
  await tx
    .insertInto('view')
    .values({
      id,
      company_id: companyId,
      project_id: site.projectId,
      site_id: site.id,
      address_token: newLowercaseToken(),
      created_by_api: isByProgram,
      first_picture_key: picture?.key ?? null,
      first_picture_at: picture?.takenAt ?? null,
      ...columnsOf(body),
      name: body.name,
    })
    .execute()
}
