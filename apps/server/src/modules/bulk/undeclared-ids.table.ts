import { expect } from 'vitest'
import type { UndeclaredIds, UndeclaredLab } from '../../../test/undeclared-lab.ts'

type Named = 'viewIds' | 'below' | 'groupId'
const CALLS = [
  ['bulk.setActive', 'PUT', '/views/active', { isActive: false }],
  ['bulk.activateTampering', 'POST', '/view/activate-tampering-detection', {}],
  ['bulk.deactivateTampering', 'POST', '/view/deactivate-tampering-detection', {}],
  ['bulk.activateProduct', 'POST', '/v1/activate-cameras', { productId: 'detect' }],
  ['bulk.deactivateProduct', 'POST', '/v1/deactivate-cameras', { productId: 'detect' }],
  ['bulk.activateProtect', 'PUT', '/views/protect/activate', {}],
  ['bulk.deactivateProtect', 'PUT', '/views/protect/deactivate', {}],
  ['bulk.setSettings', 'PUT', '/v1/views/settings', { sensitivity: 4 }],
  ['bulk.refreshSnapshots', 'PUT', '/views/refresh-snapshots', {}],
  ['bulk.pause', 'PUT', '/v1/views/pause', { pauseEndTime: null }],
  ['bulk.applySchedule', 'POST', '/schedule/{schedule}/bulk-apply', {}],
  ['bulk.move', 'PUT', '/v1/views/site', {}],
  ['bulk.delete', 'DELETE', '/company/{company}/views', {}],
] as const
const PLACES: Record<Named, { place: string; code: string; body: (lab: UndeclaredLab) => object }> = {
  viewIds: {
    place: 'body viewIds[]',
    code: 'NO_VALID_VIEWS',
    body: ({ theirs }) => ({ viewIds: [theirs.viewId] }),
  },
  below: {
    place: 'body filters.below[]',
    code: 'NO_VIEWS_MATCHED',
    body: ({ theirs }) => ({ filters: { below: [theirs.projectId, theirs.siteId, theirs.viewId] } }),
  },
  groupId: {
    place: 'body filters.groupId',
    code: 'NO_VIEWS_MATCHED',
    body: ({ theirs }) => ({ filters: { groupId: theirs.groupId } }),
  },
}

type Call = (typeof CALLS)[number]

/** Checks that the call finds and changes no camera of the other company. */
async function tryToChange(lab: UndeclaredLab, [id, method, path, body]: Call, at: Named): Promise<void> {
  const { mine, theirs, call, inDatabase } = lab
  const cameras = () =>
    inDatabase((tx) =>
      tx.selectFrom('view').selectAll().where('company_id', '=', theirs.companyId).orderBy('id').execute(),
    )
  const before = await cameras()
  const unlocks = JSON.stringify({ isAdvancedAlarmUnlocked: true, isLPRUnlocked: true })
  await inDatabase((tx) => tx.updateTable('company').set({ unlocks }).where('id', '=', mine.companyId).execute())
  const target = id === 'bulk.move' ? { siteId: mine.siteId } : {}
  const { code, body: named } = PLACES[at]
  const reply = await call(method, path.replace('{company}', mine.companyId).replace('{schedule}', mine.scheduleId), {
    ...body,
    ...target,
    ...named(lab),
  })
  expect(reply).toMatchObject({ status: 400, body: { code } })
  expect(await cameras()).toEqual(before)
}

const why = 'cameras that are not visible are left out of the selection'
const NAMED = ['viewIds', 'below', 'groupId'] as const

export const undeclaredIds: UndeclaredIds = Object.fromEntries(
  CALLS.flatMap((each) =>
    NAMED.map((at) => [
      `${each[0]} ${PLACES[at].place}`,
      { why, attempt: (lab: UndeclaredLab) => tryToChange(lab, each, at) },
    ]),
  ),
)
