import type { AlarmAnalysis, FrameResult, MediaProblem } from '@winnow/vision'
import { FRAMES_PER_CLIP } from '../alarms/index.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { pictureKey } from '../../platform/media/picture-key.ts'
import type { AlarmJob, JobFrame } from './load-job.ts'

export interface PlacedFrame {
  result: FrameResult
  source: JobFrame
  /** The key of the picture that the analysis made from the frame; null if it made none. */
  key: string | null
}

/** Stores the pictures that the analysis made (frames of clips, converted stills) before any row refers to them. */
export async function storeDerived(
  media: MediaStore,
  alarmId: string,
  job: AlarmJob,
  analysis: AlarmAnalysis,
): Promise<PlacedFrame[]> {
  const sources = new Map(job.frames.map((frame) => [frame.mediaId, frame]))
  const placed = await Promise.all(
    analysis.frames.map(async (result): Promise<PlacedFrame | undefined> => {
      const source = sources.get(result.mediaId)
      if (!source) return undefined
      if (!result.jpeg) return { result, source, key: null }
      const key = pictureKey(job.receivedAt, alarmId, `${source.position}-${result.index}.jpg`)
      await media.put(key, result.jpeg)
      return { result, source, key }
    }),
  )
  return placed.filter((frame) => frame !== undefined)
}

/**
 * Frames of clips have positions above those of all files, in the order of files and frames, so that a repeated analysis uses the same
 * positions.
 */
const CLIP_FRAMES_FROM = 1000

/** The position of an analysed frame among the alarm's frames. */
export function positionOf(frame: PlacedFrame): number {
  if (frame.source.kind === 'still') return frame.source.position
  return CLIP_FRAMES_FROM + frame.source.position * FRAMES_PER_CLIP + frame.result.index
}

/** Writes the sizes and motion of frames, the frames of clips, and the problem of each file without frames. Idempotent. */
export async function writeFrames(
  tx: Tx,
  alarmId: string,
  companyId: string,
  frames: readonly PlacedFrame[],
  problems: readonly MediaProblem[],
): Promise<void> {
  const read = new Set(frames.map(({ result }) => result.mediaId))
  const unread = problems.filter(({ mediaId }) => !read.has(mediaId))
  for (const frame of frames) {
    const { result, source, key } = frame
    const facts = {
      width: result.width,
      height: result.height,
      offset_ms: result.offsetMs,
      motion: JSON.stringify(result.motion),
      problem: null,
    }
    if (source.kind === 'still')
      await tx
        .updateTable('frame')
        .set({ ...facts, ...(key === null ? {} : { display_key: key, judged: true }) })
        .where('alarm_id', '=', alarmId)
        .where('position', '=', source.position)
        .execute()
    else
      await tx
        .insertInto('frame')
        .values({
          alarm_id: alarmId,
          position: positionOf(frame),
          company_id: companyId,
          signal_id: source.signalId,
          media_id: source.mediaId,
          media_index: result.index,
          kind: 'clip-frame',
          original_type: 'image/jpeg',
          original_bytes: result.jpeg?.byteLength ?? 0,
          display_key: key,
          judged: true,
          ...facts,
        })
        .onConflict((conflict) => conflict.columns(['alarm_id', 'position']).doUpdateSet(facts))
        .execute()
  }
  for (const { mediaId, code } of unread)
    await tx
      .updateTable('frame')
      .set({ problem: code })
      .where('alarm_id', '=', alarmId)
      .where('media_id', '=', mediaId)
      .execute()
  const clips = new Set(frames.filter((frame) => frame.source.kind === 'clip').map((frame) => frame.source.mediaId))
  if (clips.size === 0) return
  const { n } = await tx
    .selectFrom('frame')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('alarm_id', '=', alarmId)
    .where('kind', '<>', 'clip')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('alarm')
    .set({ frame_count: Number(n) })
    .where('id', '=', alarmId)
    .execute()
}
