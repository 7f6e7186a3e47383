import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Encoder, Muxer } from 'node-av/api'
import {
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
} from 'node-av/constants'
import { Frame, Log } from 'node-av/lib'

/** For tests: a clip whose n-th picture is evenly grey, `levels[n]`, at so many frames a second. */
export function encodeClip(options: {
  extension: 'mp4' | 'avi' | 'mov' | 'mkv' | 'ts' | 'h264'
  codec: 'h264' | 'mjpeg'
  width: number
  height: number
  framesPerSecond: number
  levels: readonly number[]
}): Uint8Array {
  const { extension, codec, width, height, framesPerSecond, levels } = options
  Log.setLevel(AV_LOG_QUIET)
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-clip-'))
  const file = path.join(folder, `clip.${extension}`)
  try {
    {
      using muxer = Muxer.openSync(file)
      using encoder = Encoder.createSync(codec === 'h264' ? FF_ENCODER_LIBX264 : FF_ENCODER_MJPEG, {
        gopSize: 10,
        threadCount: 1,
      })
      const stream = muxer.addStream(encoder)
      for (const [index, level] of levels.entries()) {
        const pixels = Buffer.alloc((width * height * 3) / 2, 128)
        pixels.fill(level, 0, width * height)
        using frame = Frame.fromVideoBuffer(pixels, {
          width,
          height,
          format: codec === 'h264' ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUVJ420P,
          timeBase: { num: 1, den: framesPerSecond },
          pts: BigInt(index),
        })
        for (const packet of encoder.encodeAllSync(frame)) muxer.writePacketSync(packet, stream)
      }
      for (const packet of encoder.encodeAllSync(null)) muxer.writePacketSync(packet, stream)
    }
    return new Uint8Array(readFileSync(file))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
