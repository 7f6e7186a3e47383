import { Decoder, Demuxer } from 'node-av/api'
import { AV_CODEC_ID_H264 } from 'node-av/constants'

/** Decodes a clip with all its pictures. */
export async function lookAtClip(clip: Uint8Array) {
  await using demuxer = await Demuxer.open(Buffer.from(clip))
  const stream = demuxer.video()
  if (!stream) throw new Error('no video')
  using decoder = await Decoder.create(stream)
  const pictures: { seconds: number; luma: number; edge: number }[] = []
  let size = ''
  for await (const frame of decoder.frames(demuxer.packets(stream.index))) {
    if (!frame) continue
    const { num, den } = frame.timeBase
    /** The brightness of the pixel at a share of width and height. */
    const at = (x: number, y: number): number =>
      frame.data?.[0]?.[Math.round(y * frame.height) * (frame.linesize[0] ?? 0) + Math.round(x * frame.width)] ?? -1
    size = `${frame.width}x${frame.height}`
    pictures.push({ seconds: (Number(frame.pts) * num) / den, luma: at(0, 0), edge: at(0.25, 0.5) })
  }
  return { isH264: stream.codecpar.codecId === AV_CODEC_ID_H264, size, pictures, duration: demuxer.duration }
}
