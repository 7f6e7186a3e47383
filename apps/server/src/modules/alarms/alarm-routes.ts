import {
  getAlarm,
  getAlarmCount,
  getFrameImage,
  getSignedFrame,
  labelAlarm,
  listAlarms,
  listFrames,
  markAlarmViewed,
  removeBoxes,
  type Alarm,
} from '@winnow/contract'
import { verifySignedPath } from '../../platform/crypto/signed-url.ts'
import { inSystem, inTenant, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { auditAhead, auditDownload, auditLook } from './audit-look.ts'
import { findAlarm, listFrames as selectFrames } from './get-alarm.ts'
import { labelAlarm as setLabel } from './label-alarm.ts'
import { countAlarms, listAlarms as selectAlarms } from './list-alarms.ts'
import { serveFrame } from './serve-frame.ts'
import { findFrameFiles } from './shown-picture.ts'
import { signedFramePath } from './signed-frame-path.ts'
import { touchAlarm } from './touch-alarm.ts'

async function getOne(tx: Tx, actor: Actor, id: string): Promise<Alarm> {
  const alarm = await findAlarm(tx, actor.companyId, id)
  if (!alarm) throw notFound()
  return alarm
}

export function registerAlarms(register: Register, { db, clock, media, keys, shown }: AlarmDeps): void {
  register(listAlarms, ({ actor, query, body }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const { rows, more } = await selectAlarms(tx, actor.companyId, actor.grants, query, body)
      const byKey = query.before !== undefined || query.after !== undefined || body.alarms !== undefined
      const counted = byKey
        ? { count: null, countIsExact: false }
        : await countAlarms(tx, actor.companyId, actor.grants, query, body)
      return { rows, more, ...counted, page: query.page, limit: query.limit }
    }),
  )

  register(getAlarmCount, ({ actor, query }) =>
    inTenant(db, actor.companyId, (tx) =>
      countAlarms(
        tx,
        actor.companyId,
        actor.grants,
        {
          since: query.from,
          till: query.to,
          page: 1,
          limit: 1,
          label: 'all',
          filter: 'all',
          ...(query.trueOnly ? { verdict: ['true' as const] } : {}),
        },
        {},
      ),
    ),
  )

  register(getAlarm, ({ actor, params }) => inTenant(db, actor.companyId, (tx) => getOne(tx, actor, params.id)))

  register(listFrames, ({ actor, params }) => inTenant(db, actor.companyId, (tx) => selectFrames(tx, params.id)))

  register(labelAlarm, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      await setLabel(tx, actor, params.id, body, clock.now(), request.id)
      return getOne(tx, actor, params.id)
    }),
  )

  register(removeBoxes, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      await tx.updateTable('alarm').set({ boxes_removed: true }).where('id', '=', params.id).execute()
      const entry = { action: 'alarm.boxes-removed', objectType: 'alarm', objectId: params.id }
      await recordAudit(tx, actor, entry, clock.now(), request.id)
      await touchAlarm(tx, actor.companyId, params.id)
      return { success: true as const }
    }),
  )

  register(getFrameImage, async ({ actor, params, query, request, reply }) => {
    // A file as it came is for saving: a page that puts its address into an image gets what may be shown.
    const original = (query.original ?? false) && request.headers['sec-fetch-dest'] !== 'image'
    const files = await inTenant(db, actor.companyId, async (tx) => {
      const found = await findFrameFiles(tx, params.id, params.position)
      if (found === undefined) return undefined
      // Only a person's console fetches ahead of the look that it tells about later; a program looks when it fetches.
      const isAhead = query.prefetch === true && actor.kind === 'user'
      const audit = original ? auditDownload : isAhead ? auditAhead : auditLook
      await audit(tx, actor, params.id, clock.now(), request.id)
      return found
    })
    if (files === undefined) throw notFound()
    const key = original ? (files.originalKey ?? files.displayKey ?? undefined) : await shown.keyOf(files)
    if (key === undefined) throw notFound()
    return serveFrame(media, key, request, reply, { download: original })
  })

  register(markAlarmViewed, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      await auditLook(tx, actor, params.id, clock.now(), request.id)
      return { success: true as const }
    }),
  )

  register(getSignedFrame, async ({ params, query, request, reply }) => {
    if (verifySignedPath(keys, signedFramePath(params.id, params.position), query, clock.now()) !== 'valid')
      throw notFound()
    const files = await inSystem(db, (tx) => findFrameFiles(tx, params.id, params.position))
    const key = files && (await shown.keyOf(files))
    if (key === undefined) throw notFound()
    return serveFrame(media, key, request, reply, { embeddable: true })
  })
}
