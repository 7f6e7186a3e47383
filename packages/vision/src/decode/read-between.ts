import { AV_LOG_QUIET, AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { LIMITS } from '../limits.ts'
import type { SniffedMedia } from '../sniff.ts'
import type { MediaInput } from '../types.ts'
import { spread } from './choose-frames.ts'
import { checkSize, DEMUXERS, sampleWindow, toRgb, withClip } from './decode-clip.ts'
import type { DecodedFrame, RgbImage } from './decoded-frame.ts'
import { encodeJpeg } from './decode-still.ts'
import { PictureReader } from './picture-reader.ts'
import { denseTimes, isUsualSlot } from './sample-times.ts'

/** The first index of pictures that are read between the usual ones, so that those keep their indexes. */
const BETWEEN_FROM = 50

/**
 * Reads pictures of a clip between those that `openClip` gives, at most `most`, evenly spaced. Their times count from the clip's first usual
 * picture. A clip whose length is unknown, that is short, or that is damaged gives none: the usual pictures have told its problems.
 */
export async function readBetween(
  media: MediaInput,
  sniffed: SniffedMedia,
  { most, deadline }: { most: number; deadline: number },
): Promise<DecodedFrame[]> {
  const format = DEMUXERS[sniffed.type]
  if (format === undefined || format === 'bmp_pipe' || media.bytes.length > LIMITS.clipBytes || most < 1) return []
  Log.setLevel(AV_LOG_QUIET)
  const read: { rgb: RgbImage; seconds: number; slot: number }[] = []
  let zero: number | undefined
  try {
    withClip(media.bytes, format, ({ demuxer, decoder, scaler, stream, span: { start, length } }) => {
      const clip = length === 0 ? undefined : denseTimes(length)
      if (clip === undefined) return
      const wanted = new Set(
        spread(
          [...clip.times.keys()].filter((slot) => slot > 0 && !isUsualSlot(slot)),
          most,
        ),
      )
      if (clip.from > 1) demuxer.seekSync(start + clip.from, -1, AVSEEK_FLAG_BACKWARD)
      const reader = new PictureReader(demuxer, decoder, stream, deadline)
      sampleWindow(reader.pictures(), clip, start, ({ frame, seconds }, _index, { first, end }) => {
        checkSize(frame)
        const isUsual = Array.from({ length: end - first }, (_, at) => first + at).some(isUsualSlot)
        if (isUsual) zero ??= seconds
        else if (wanted.has(first)) read.push({ rgb: toRgb(frame, scaler), seconds, slot: first })
        return { rgb: null, seconds }
      })
    })
  } catch {
    return []
  }
  const from = zero
  if (from === undefined) return []
  return Promise.all(
    read.map(async ({ rgb, seconds, slot }) => ({
      mediaId: media.id,
      index: BETWEEN_FROM + slot,
      width: rgb.width,
      height: rgb.height,
      offsetMs: Math.round((seconds - from) * 1000) + (media.takenOffsetMs ?? 0),
      jpeg: await encodeJpeg(rgb),
      rgb,
    })),
  )
}
