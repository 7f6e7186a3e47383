import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'

/** The panel with a serial number; undefined if there is none, or its site was deleted. */
export async function findVideofiedPanel(db: Db, serial: string) {
  const [row] = await inSystemAtOnce(
    db,
    db
      .selectFrom('videofied_panel as panel')
      .innerJoin('site', 'site.id', 'panel.id')
      .select(['panel.id', 'panel.company_id', 'panel.serial', 'panel.acknowledged'])
      .where('panel.serial', '=', serial)
      .where('site.deleted_at', 'is', null)
      .compile(),
  )
  return row
}
export type VideofiedRow = NonNullable<Awaited<ReturnType<typeof findVideofiedPanel>>>
