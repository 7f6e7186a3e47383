import { drawClip, KEY_EVERY, STREAM_RATE, STREAM_SIZE } from '@winnow/testkit'
import { encodeClip } from '@winnow/vision/testing/clip'

/**
 * The clip that the demo's stream shows, as H.264 (annex B). Equal code and versions give equal bytes. No picture waits for a later one, so that
 * pictures are shown as they come, and key frames stand only where a reader expects them.
 */
export const encodeDemoClip = async (): Promise<Uint8Array> =>
  encodeClip({
    extension: 'h264',
    codec: 'h264',
    ...STREAM_SIZE,
    framesPerSecond: STREAM_RATE,
    levels: await drawClip(),
    keyEvery: KEY_EVERY,
    encoding: {
      qp: '32',
      preset: 'veryslow',
      tune: 'zerolatency',
      'x264-params': 'scenecut=0:sliced-threads=0:threads=1',
    },
  })
