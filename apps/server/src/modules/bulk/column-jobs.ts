import { objectClass } from '@winnow/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineBackgroundJob, type JobItem, type JobStep } from '../../platform/jobs/background-job.ts'
import { entryOf, linkOfView, lockViews, missingOf } from './view-batch.ts'

const BATCH = 500
const VIEWS = { line: 'views', category: 'view', permission: 'node.write', batch: BATCH, link: linkOfView } as const

/** A column of a camera that a job sets, and the name of its field in the audit. */
interface Column {
  name: string
  type: string
  field: string
  value: unknown
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Sets columns of some cameras to the same values. Cameras that already have these values are not changed and not audited. */
async function setColumns(
  { tx, audit, grants }: JobStep<unknown>,
  items: readonly JobItem[],
  columns: readonly Column[],
) {
  const values = sql.join(columns.map(({ name }) => sql.ref(`view.${name}`)))
  const views = await lockViews<Record<string, unknown>>({ tx, grants }, items, values)
  const changes = views.flatMap((view) => {
    const changed = columns.filter(({ name, value }) => !isSame(view[name], value))
    return changed.length === 0 ? [] : [{ view, changed }]
  })
  if (changes.length > 0) {
    const set = sql.join(columns.map(({ name, type, value }) => sql`${sql.ref(name)} = ${value}::${sql.raw(type)}`))
    await sql`update view set ${set} where id = any(${changes.map(({ view }) => view.id)}::uuid[])`.execute(tx)
    await audit(
      changes.map(({ view, changed }) =>
        entryOf('view.changed', view, {
          before: Object.fromEntries(changed.map(({ field, name }) => [field, view[name]])),
          after: Object.fromEntries(changed.map(({ field, value }) => [field, value])),
        }),
      ),
    )
  }
  return missingOf(items, views)
}

export const toggleActive = defineBackgroundJob({
  ...VIEWS,
  name: 'views.active',
  group: 'view.toggle-active',
  params: z.object({ isActive: z.boolean() }),
  typeOf: ({ isActive }) => (isActive ? 'views.activate' : 'views.deactivate'),
  apply: (step, items) =>
    setColumns(step, items, [{ name: 'active', type: 'boolean', field: 'active', value: step.job.params.isActive }]),
})

export const toggleTampering = defineBackgroundJob({
  ...VIEWS,
  name: 'views.tampering',
  permission: 'tampering.write',
  group: 'view.toggle-tampering-detection',
  params: z.object({ isOn: z.boolean() }),
  typeOf: ({ isOn }) => (isOn ? 'views.tampering-on' : 'views.tampering-off'),
  apply: (step, items) =>
    setColumns(step, items, [
      { name: 'tampering_detection', type: 'boolean', field: 'tamperingDetection', value: step.job.params.isOn },
    ]),
})

export const changeSettings = defineBackgroundJob({
  ...VIEWS,
  name: 'views.settings',
  group: 'view.settings',
  params: z.object({ sensitivity: z.number().int().optional(), wantedClasses: z.array(objectClass).optional() }),
  apply: (step, items) => {
    const { sensitivity, wantedClasses } = step.job.params
    return setColumns(step, items, [
      ...(sensitivity === undefined
        ? []
        : [{ name: 'sensitivity', type: 'smallint', field: 'sensitivity', value: sensitivity }]),
      ...(wantedClasses === undefined
        ? []
        : [{ name: 'wanted_classes', type: 'text[]', field: 'wantedClasses', value: wantedClasses }]),
    ])
  },
})
