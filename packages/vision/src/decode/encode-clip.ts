import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Encoder, Muxer } from 'node-av/api'
import {
  AV_LOG_QUIET,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_CHANNEL_LAYOUT_MONO,
  AV_SAMPLE_FMT_S16,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
  FF_ENCODER_PCM_S16LE,
} from 'node-av/constants'
import { FFmpegError, Frame, Log } from 'node-av/lib'
import type { RgbImage } from './decoded-frame.ts'
import { toYuv } from './to-yuv.ts'

function evenly(level: number, width: number, height: number): Buffer {
  const pixels = Buffer.alloc((width * height * 3) / 2, 128)
  pixels.fill(level, 0, width * height)
  return pixels
}

/** Adds a silent track. It is added first because the muxer waits for its packets before it writes packets of pictures. */
function addSilence(muxer: Muxer, seconds: number): void {
  const sampleRate = 8_000
  using encoder = Encoder.createSync(FF_ENCODER_PCM_S16LE, { threadCount: 1 })
  const stream = muxer.addStream(encoder)
  for (let second = 0; second < seconds; second += 1) {
    using frame = Frame.fromAudioBuffer(Buffer.alloc(2 * sampleRate), {
      nbSamples: sampleRate,
      format: AV_SAMPLE_FMT_S16,
      sampleRate,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: sampleRate },
      pts: BigInt(second * sampleRate),
    })
    for (const packet of encoder.encodeAllSync(frame)) muxer.writePacketSync(packet, stream)
  }
}

/** Creates a clip of these pictures with this frame rate, for tests. A number stands for a uniformly grey picture of that level. */
export function encodeClip(options: {
  extension: 'mp4' | 'avi' | 'mov' | 'mkv' | 'ts' | 'h264' | 'asf'
  codec: 'h264' | 'mjpeg'
  width: number
  height: number
  framesPerSecond: number
  levels: readonly (number | RgbImage)[]
  /** The time at which each picture is shown, in frames. By default 0, 1, 2 and so on. */
  times?: readonly number[]
  /** The distance between key frames, in frames. */
  keyEvery?: number
  /** FFmpeg's options for the encoder, such as `crf`. */
  encoding?: Record<string, string>
  /** FFmpeg's options for the container, such as `movflags`. */
  container?: Record<string, string>
  /** The length of a silent track in seconds; not possible with `ts` and `h264`. */
  soundSeconds?: number
}): Uint8Array {
  const {
    extension,
    codec,
    width,
    height,
    framesPerSecond,
    levels,
    times,
    keyEvery = 10,
    encoding = {},
    container = {},
    soundSeconds = 0,
  } = options
  Log.setLevel(AV_LOG_QUIET)
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-clip-'))
  const file = path.join(folder, `clip.${extension}`)
  try {
    {
      using muxer = Muxer.openSync(file, { options: container })
      using encoder = Encoder.createSync(codec === 'h264' ? FF_ENCODER_LIBX264 : FF_ENCODER_MJPEG, {
        gopSize: keyEvery,
        threadCount: 1,
        // Not by the encoder's `options`: the binding frees those twice.
        configure(context) {
          for (const [name, value] of Object.entries(encoding))
            FFmpegError.throwIfError(context.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN), name)
        },
      })
      const stream = muxer.addStream(encoder)
      if (soundSeconds > 0) addSilence(muxer, soundSeconds)
      for (const [index, level] of levels.entries()) {
        const pixels = typeof level === 'number' ? evenly(level, width, height) : toYuv(level)
        using frame = Frame.fromVideoBuffer(pixels, {
          width,
          height,
          format: codec === 'h264' ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUVJ420P,
          timeBase: { num: 1, den: framesPerSecond },
          pts: BigInt(times?.[index] ?? index),
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
