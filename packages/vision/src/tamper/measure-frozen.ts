import { SAME_EVENT_MS } from '../memory/recall.ts'
import type { GreyImage } from '../motion/grey-image.ts'
import { COLUMNS, ROWS } from './edges.ts'
import { samenessOf, samplePixels } from './sameness.ts'
import type { Measured } from './judge-view.ts'
import type { TamperMemory } from './tamper-memory.ts'

/** The shortest time in milliseconds between equal frames that means a frozen picture. With less, it may be one picture attached twice. */
const MIN_FRAMES_MS = 1_000
/** Compares each frame with the previous one. Returns null if there is a single frame, or no evidence that time passed between frames. */
function amongFrames(images: readonly GreyImage[], offsets: readonly (number | null)[]): Measured<'frozen'> | null {
  const pairs = images.slice(1).map((image, index) => samenessOf(images[index]!, image))
  const shares = pairs.flatMap(({ same }) => same ?? [])
  if (pairs.length === 0 || shares.length < pairs.length) return null
  const same = Math.min(...shares)
  const [first, last] = [offsets[0] ?? null, offsets.at(-1) ?? null]
  const passed = first === null || last === null ? null : last - first
  const seconds = passed === null ? null : passed / 1000
  if (same === 1 && (passed ?? 0) < MIN_FRAMES_MS && !pairs.some(({ hasTicked }) => hasTicked)) return null
  return { score: same, evidence: { same, seconds, across: 'frames' } }
}

function sampleOf(image: GreyImage): GreyImage {
  return { width: COLUMNS, height: ROWS, data: Float32Array.from(samplePixels(image, COLUMNS, ROWS)) }
}

function acrossAlarms(image: GreyImage, last: TamperMemory['last'], now: Date): Measured<'frozen'> | null {
  if (last === null) return null
  const passed = now.getTime() - Date.parse(last.at)
  if (!(passed >= SAME_EVENT_MS)) return null
  const before = { width: COLUMNS, height: ROWS, data: Float32Array.from(Buffer.from(last.pixels, 'base64')) }
  const { same } = samenessOf(before, sampleOf(image))
  return same === null ? null : { score: same, evidence: { same, seconds: passed / 1000, across: 'alarms' } }
}

/** Whether a camera sends the same picture repeatedly: within an alarm or, if that gives no information, since an earlier alarm. */
export function measureFrozen(
  images: readonly GreyImage[],
  offsets: readonly (number | null)[],
  last: TamperMemory['last'],
  now: Date,
): Measured<'frozen'> {
  const final = images.at(-1)
  const found = amongFrames(images, offsets) ?? (final === undefined ? null : acrossAlarms(final, last, now))
  return found ?? { score: null, evidence: { same: null, seconds: null, across: null } }
}

/** Stores the frame with which the next alarm is compared. An alarm that arrives late does not replace a newer one. */
export function rememberLast(
  images: readonly GreyImage[],
  last: TamperMemory['last'],
  now: Date,
): TamperMemory['last'] {
  const final = images.at(-1)
  if (final === undefined || (last !== null && Date.parse(last.at) > now.getTime())) return last
  return { pixels: Buffer.from(samplePixels(final, COLUMNS, ROWS)).toString('base64'), at: now.toISOString() }
}
