import {
  getAlarm,
  getAlarmRule,
  getFrameImage,
  getSignedClip,
  getSignedFrame,
  listFrames,
  markAlarmViewed,
} from '@winnow/contract'
import { verifySignedPath } from '../../platform/crypto/signed-url.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { auditAhead, auditDownload, auditLook } from './audit-look.ts'
import { listFrames as selectFrames } from './get-alarm.ts'
import { getOne } from './get-one.ts'
import { serveFrame } from './serve-frame.ts'
import { findFrameFiles } from './shown-picture.ts'
import { findClipKey } from './alarm-clips.ts'
import { signedClipPath, signedFramePath } from './signed-frame-path.ts'

export function registerAlarms(register: Register, { db, clock, media, keys, shown, thumbnails }: AlarmDeps): void {
  register.read(getAlarm, ({ tx, actor, params }) => getOne(tx, actor, params.id))

  register.read(getAlarmRule, async ({ tx, actor, params }) => ({ rules: (await getOne(tx, actor, params.id)).rules }))

  register.read(listFrames, ({ tx, params }) => selectFrames(tx, params.id))

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

  register(getSignedClip, async ({ params, query, request, reply }) => {
    if (verifySignedPath(keys, signedClipPath(params.id, params.side), query, clock.now()) !== 'valid') throw notFound()
    const key = await inSystem(db, (tx) => findClipKey(tx, params.id, params.side))
    if (key === undefined) throw notFound()
    return serveFrame(media, key, request, reply, { download: true, embeddable: true })
  })
}
