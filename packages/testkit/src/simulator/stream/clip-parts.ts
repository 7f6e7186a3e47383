/** Pictures a second of the stream. */
export const STREAM_RATE = 5
/** Pictures from one key frame to the next: two seconds, as cameras have it by default. */
export const KEY_EVERY = 10
export const STREAM_SIZE = { width: 640, height: 360 } as const

/** The parts of the clip in the order in which they stand in its file. */
export const PART_NAMES = ['quiet', 'person', 'cat', 'car', 'spider'] as const
export type ClipPart = (typeof PART_NAMES)[number]

/** The number of pictures of each part. Each begins with a key frame. */
export const CLIP_PARTS: Readonly<Record<ClipPart, number>> = { quiet: 10, person: 50, cat: 50, car: 40, spider: 20 }
