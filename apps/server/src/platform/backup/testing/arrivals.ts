import { sql } from 'kysely'
import { inSystem } from '../../db/transaction.ts'
import type { Db } from '../../db/transaction.ts'
import { newId } from '../../ids.ts'
import type { MediaStore } from '../../media/media-store.ts'

export interface Place {
  company: string
  project: string
  site: string
  view: string
}

/** A company with one camera. */
export async function makePlace(db: Db): Promise<Place> {
  const place = { company: newId(), project: newId(), site: newId(), view: newId() }
  await inSystem(db, async (tx) => {
    const company_id = place.company
    const base = { company_id, project_id: place.project }
    await tx.insertInto('company').values({ id: company_id, name: 'Mühle & Söhne\t"\\N"' }).execute()
    await tx.insertInto('project').values({ id: place.project, company_id, name: 'Yard' }).execute()
    await tx
      .insertInto('site')
      .values({ id: place.site, ...base, name: 'Gate' })
      .execute()
    await tx
      .insertInto('view')
      .values({ id: place.view, ...base, site_id: place.site, name: 'North', address_token: newId() })
      .execute()
  })
  return place
}

/** The text of a signal's message, which identifies the file's owner. */
export const messageOf = (id: string) => `message of ${id}`

/** Stores one alarm like the intake does: first the message, then signal, alarm and task in one transaction. */
export async function arrive(db: Db, media: MediaStore, place: Place, at: Date): Promise<void> {
  const id = newId(at.getTime())
  const key = `signals/${id}.eml`
  await media.put(key, Buffer.from(messageOf(id)))
  const ids = { company_id: place.company, site_id: place.site, view_id: place.view }
  await inSystem(db, async (tx) => {
    await tx
      .insertInto('signal')
      .values({
        id,
        ...ids,
        source: 'smtp',
        received_at: at,
        raw_key: key,
        raw_bytes: 44,
        raw_sha256: 'x',
        alarm_id: id,
      })
      .execute()
    await tx
      .insertInto('alarm')
      .values({
        id,
        ...ids,
        project_id: place.project,
        received_at: at,
        last_signal_at: at,
        deadline_at: at,
        source: 'smtp',
        classes: ['person', 'a,b', '"quoted"'],
        detections: sql`'[{"box":[0.1,0.2,0.3,0.4],"class":"person"}]'`,
      })
      .execute()
    await tx
      .insertInto('analysis_task')
      .values({ view_id: place.view, company_id: place.company, alarm_id: id })
      .execute()
  })
}
