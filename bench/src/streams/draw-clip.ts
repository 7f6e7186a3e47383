import { renderScene, splitPictures } from '@winnow/testkit'
import { encodeClip } from '@winnow/vision/testing/clip'
import sharp from 'sharp'

export const PICTURES_A_SECOND = 5
/** A key frame every two seconds, as cameras have it by default. */
const PICTURES = 10
const SIZE = { width: 640, height: 360 }

async function draw(kind: 'empty' | 'person-walking', frames: number) {
  const scene = await renderScene({ kind, seed: 5, camera: 21, frames, intervalMs: 1_000 / PICTURES_A_SECOND, ...SIZE })
  return Promise.all(
    scene.map(async ({ jpeg }) => ({ ...SIZE, data: await sharp(jpeg).removeAlpha().raw().toBuffer() })),
  )
}

const encode = (levels: Awaited<ReturnType<typeof draw>>): Uint8Array =>
  encodeClip({
    extension: 'h264',
    codec: 'h264',
    ...SIZE,
    framesPerSecond: PICTURES_A_SECOND,
    levels,
    keyEvery: PICTURES,
  })

/** The pictures of a yard in which nothing moves, as bytes with start codes: a key frame and those that follow it. */
export const drawClip = async (): Promise<Uint8Array[]> =>
  splitPictures(encode(await draw('empty', PICTURES))).map(({ bytes }) => bytes)

/** A single key frame of the yard, empty or with somebody in it. */
export const drawKeyFrame = async (kind: 'empty' | 'person-walking'): Promise<Uint8Array> => encode(await draw(kind, 1))
