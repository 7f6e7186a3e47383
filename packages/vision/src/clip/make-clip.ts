import { Encoder, Muxer } from 'node-av/api'
import { AV_LOG_QUIET, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Frame, Log } from 'node-av/lib'
import sharp from 'sharp'
import { drawBoxes } from '../annotate/annotate.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { toYuv } from '../decode/to-yuv.ts'
import { LIMITS } from '../limits.ts'
import type { ClipJob } from '../types.ts'
import { createMemoryFile } from './memory-file.ts'

/** Some players show a picture that lasts for seconds too late or not at all, so it is repeated instead. */
const FRAMES_PER_SECOND = 5
const MS_PER_FRAME = 1000 / FRAMES_PER_SECOND

/** How often a picture is shown, so that it lasts for about this time. */
const repeats = (showMs: number): number => Math.max(1, Math.round(showMs / MS_PER_FRAME))

/** Both are halved for the colours. */
const even = (pixels: number): number => Math.max(2, pixels - (pixels % 2))

/** Fits a picture into the clip, with black bars where its proportions are others, as where a camera was changed. */
async function fitInto({ width, height }: Pick<RgbImage, 'width' | 'height'>, image: RgbImage): Promise<RgbImage> {
  if (image.width === width && image.height === height) return image
  const data = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .resize({ width, height, fit: 'contain', background: '#000000' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width, height, data }
}

/**
 * Makes an MP4 (H.264, baseline 4:2:0, without sound) of pictures with the boxes of their detections drawn. Its size is that of the first
 * picture, at most `maxSide`. One picture is in memory at a time.
 * @param deadline a time of `performance.now`
 * @throws if a picture cannot be read, there is none or too many, or the time is over
 */
export async function makeClip({ pictures, maxSide }: ClipJob, deadline: number): Promise<Uint8Array> {
  if (pictures.length === 0 || pictures.length > LIMITS.clipPictures)
    throw new RangeError('no clip of so many pictures')
  Log.setLevel(AV_LOG_QUIET)
  const file = createMemoryFile()
  {
    await using muxer = await Muxer.open(file, { format: 'mp4' })
    using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
      gopSize: 2 * FRAMES_PER_SECOND,
      maxBFrames: 0,
      threadCount: 1,
      options: { preset: 'veryfast', crf: 25 },
    })
    const stream = muxer.addStream(encoder)
    let size: Pick<RgbImage, 'width' | 'height'> | undefined
    let shown = 0
    for (const { jpeg, detections, showMs } of pictures) {
      if (performance.now() > deadline) throw new Error('the clip took too long')
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      const image = await drawBoxes({ jpeg, detections, maxSide })
      size ??= { width: even(image.width), height: even(image.height) }
      // oxlint-disable-next-line no-await-in-loop -- see above
      const pixels = toYuv(await fitInto(size, image))
      for (const end = shown + repeats(showMs); shown < end; shown += 1) {
        using frame = Frame.fromVideoBuffer(pixels, {
          ...size,
          format: AV_PIX_FMT_YUV420P,
          timeBase: { num: 1, den: FRAMES_PER_SECOND },
          pts: BigInt(shown),
        })
        // oxlint-disable-next-line no-await-in-loop -- in the order of time
        for (const packet of await encoder.encodeAll(frame)) await muxer.writePacket(packet, stream)
      }
    }
    for (const packet of await encoder.encodeAll(null)) await muxer.writePacket(packet, stream)
  }
  return file.content()
}
