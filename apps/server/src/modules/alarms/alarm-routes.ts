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
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
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

export function registerAlarms(register: Register, { db, clock, media, keys, shown, thumbnails }: AlarmDeps): void {
  register.read(listAlarms, async ({ tx, actor, query, body }) => {
    const { rows, more } = await selectAlarms(tx, actor.companyId, actor.grants, query, body)
    const byKey = query.before !== undefined || query.after !== undefined || body.alarms !== undefined
    const counted = byKey
      ? { count: null, countIsExact: false }
      : await countAlarms(tx, actor.companyId, actor.grants, query, body)
    return { rows, more, ...counted, page: query.page, limit: query.limit }
  })

  register.read(getAlarmCount, ({ tx, actor, query: { from, to, trueOnly } }) => {
    const all = { since: from, till: to, page: 1, limit: 1, label: 'all', filter: 'all' } as const
    const counted = { ...all, ...(trueOnly ? { verdict: ['true' as const] } : {}) }
    return countAlarms(tx, actor.companyId, actor.grants, counted, {})
  })

  register.read(getAlarm, ({ tx, actor, params }) => getOne(tx, actor, params.id))

  register.read(listFrames, ({ tx, params }) => selectFrames(tx, params.id))

  register.write(labelAlarm, async (asked) => {
    await setLabel(asked, asked.params.id, asked.body)
    return getOne(asked.tx, asked.actor, asked.params.id)
  })

  register.write(removeBoxes, async ({ tx, actor, params, audit }) => {
    await tx.updateTable('alarm').set({ boxes_removed: true }).where('id', '=', params.id).execute()
    const entry = { action: 'alarm.boxes-removed', objectType: 'alarm' as const, objectId: params.id }
    await audit(entry)
    await touchAlarm(tx, actor.companyId, params.id)
    return { success: true as const }
  })

  register.write(getFrameImage, {
    prepare: async ({ query, request }) => ({
      // The original file is for downloading only. A page that embeds its address in an image gets the picture that is safe to show.
      original: (query.original ?? false) && request.headers['sec-fetch-dest'] !== 'image',
    }),
    async change({ prepared: { original }, ...asked }) {
      const { tx, actor, params, query } = asked
      const files = await findFrameFiles(tx, params.id, params.position)
      if (files === undefined) throw notFound()
      // Only the console prefetches pictures and reports the actual view later. For an API token, fetching counts as viewing.
      const isAhead = query.prefetch === true && actor.kind === 'user'
      const tell = original ? auditDownload : isAhead ? auditAhead : auditLook
      await tell(asked, params.id)
      return files
    },
    async reply({ prepared: { original }, query, result: files, request, reply }) {
      const small = query.size === 'thumbnail' ? thumbnails : shown
      const key = original ? (files.originalKey ?? files.displayKey ?? undefined) : await small.keyOf(files)
      if (key === undefined) throw notFound()
      return serveFrame(media, key, request, reply, { download: original })
    },
  })

  register.write(markAlarmViewed, async (asked) => {
    await auditLook(asked, asked.params.id)
    return { success: true as const }
  })

  register(getSignedFrame, async ({ params, query, request, reply }) => {
    if (verifySignedPath(keys, signedFramePath(params.id, params.position), query, clock.now()) !== 'valid')
      throw notFound()
    const files = await inSystem(db, (tx) => findFrameFiles(tx, params.id, params.position))
    const key = files && (await shown.keyOf(files))
    if (key === undefined) throw notFound()
    return serveFrame(media, key, request, reply, { embeddable: true })
  })
}
