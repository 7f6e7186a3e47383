import { addFrame } from '@winnow/contract'
import type { ParsedSignal } from '@winnow/intake'
import { LIMITS } from '@winnow/vision'
import { showingOf } from '@winnow/vision/showing'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Outside } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { hasRoomFor, MAX_FILES } from './open-alarm.ts'
import { answerOf, takeUpload, type IngestRouteDeps } from './take-upload.ts'

/** Refuses everything but pictures that can be analysed and shown. Their type is read from their bytes. */
function refuseUnfit({ media }: ParsedSignal): void {
  for (const { bytes, detectedType } of media) {
    if (detectedType?.startsWith('image/') !== true)
      throw new AppError('UNSUPPORTED_MEDIA', 'Only pictures can be added to an alarm')
    if (showingOf(bytes) === 'never')
      throw new AppError('TOO_LARGE', `A picture may have at most ${LIMITS.pixels / 1e6} million pixels`)
  }
}

const checkIn =
  (read: Outside<typeof addFrame>['read'], alarmId: string) =>
  async (parsed: ParsedSignal): Promise<void> => {
    refuseUnfit(parsed)
    const parts = parsed.media.map(({ bytes }) => ({ bytes: bytes.byteLength }))
    if (await read((tx) => hasRoomFor(tx, alarmId, parts))) return
    const most = `${MAX_FILES} pictures and ${LIMITS.totalBytes / 1024 ** 2} MB`
    throw new AppError('TOO_LARGE', `An alarm may have at most ${most}`)
  }

/** Operations with which people and programs add pictures to an alarm. */
export function registerFrames(register: Register, deps: IngestRouteDeps): void {
  register.write(addFrame, {
    async prepare(asked) {
      const { id } = asked.params
      const alarm = await asked.read((tx) =>
        tx.selectFrom('alarm').select(['view_id', 'is_test']).where('id', '=', id).executeTakeFirst(),
      )
      if (!alarm) throw notFound()
      const target = { viewId: alarm.view_id, isTest: alarm.is_test, alarmId: id }
      return takeUpload(deps, asked, { ...target, check: checkIn(asked.read, id) })
    },
    async change({ tx, companyId, params, prepared, audit }) {
      const answer = await answerOf({ tx, companyId, prepared })
      const frames = await tx
        .selectFrom('frame')
        .select('position')
        .where('alarm_id', '=', params.id)
        .where('signal_id', '=', prepared)
        .where('kind', '=', 'still')
        .orderBy('position')
        .execute()
      const positions = frames.map(({ position }) => position)
      const after = { frames: positions, duplicateOf: answer.duplicateOf }
      await audit({ action: 'alarm.frame-added', objectType: 'alarm', objectId: params.id, after })
      return { ...answer, positions }
    },
  })
}
