import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'

/** The panel with an account; undefined if there is none, or its site was deleted. */
export async function findPanel(db: Db, account: string) {
  const [row] = await inSystemAtOnce(
    db,
    db
      .selectFrom('panel')
      .innerJoin('site', 'site.id', 'panel.id')
      .select(['panel.id', 'panel.company_id', 'panel.account', 'panel.sealed_key', 'panel.arms', 'panel.area'])
      .select(['panel.seen_at', 'panel.problem_at'])
      .where('panel.account', '=', account)
      .where('site.deleted_at', 'is', null)
      .compile(),
  )
  return row
}
export type PanelRow = NonNullable<Awaited<ReturnType<typeof findPanel>>>
