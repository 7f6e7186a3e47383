import { createHash } from 'node:crypto'
import type { RuleNeeds, ZoneFact } from '@winnow/domain'
import { isInside } from '../masks/masks.ts'
import { SAME_EVENT_MS } from '../memory/recall.ts'
import { thumbnailOf } from '../memory/thumbnail.ts'
import type { GreyImage } from '../motion/grey-image.ts'
import type { Box, Light } from '../types.ts'
import type { RememberedZone, UsualPicture } from './remembered-zone.ts'

const SIDE = 16
/** The largest number of zones that are remembered: with both lights some 15 KB. Of further zones nothing can be told. */
export const MAX_ZONES = 10
/** How far the surroundings reach, as a share of the zone on each side. They show what the light does. */
const AROUND = 0.35
/** The number of alarms that must agree before a picture is the usual one, and the time after which what stays becomes usual. */
const LEARNT = 3
const STAYS_MS = 12 * 3_600_000
/** The grey levels by which a cell must differ, and the share of the zone's cells that must. */
const LEVELS = 22
const SHARE = 0.25
/** Differences of the surroundings, in grey levels, from which another light or a turned camera is the likelier cause. */
const UNLIKE = 28

function boundsOf(points: RuleNeeds['zones'][number]['points']): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

function surroundingsOf({ x, y, width, height }: Box): Box {
  const left = Math.max(0, x - AROUND * width)
  const top = Math.max(0, y - AROUND * height)
  return {
    x: left,
    y: top,
    width: Math.min(1, x + (1 + AROUND) * width) - left,
    height: Math.min(1, y + (1 + AROUND) * height) - top,
  }
}

const shapeOf = (points: RuleNeeds['zones'][number]['points']): string =>
  createHash('sha256').update(JSON.stringify(points)).digest('base64url').slice(0, 12)

/** Which of the 16 × 16 cells are in the zone. */
function cellsIn(points: RuleNeeds['zones'][number]['points'], around: Box): boolean[] {
  return Array.from({ length: SIDE * SIDE }, (_, at) => {
    const x = around.x + (around.width * ((at % SIDE) + 0.5)) / SIDE
    const y = around.y + (around.height * (Math.floor(at / SIDE) + 0.5)) / SIDE
    return isInside(points, x, y)
  })
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Brings one picture to the light of the other by gain and offset, from the cells that the zone does not cover. */
function fittedTo(from: Uint8Array, to: Uint8Array, cells: readonly number[]): (level: number) => number {
  const meanFrom = cells.reduce((sum, at) => sum + from[at]!, 0) / cells.length
  const meanTo = cells.reduce((sum, at) => sum + to[at]!, 0) / cells.length
  let both = 0
  let own = 0
  for (const at of cells) {
    both += (from[at]! - meanFrom) * (to[at]! - meanTo)
    own += (from[at]! - meanFrom) ** 2
  }
  const gain = own < 1 ? 1 : Math.min(2, Math.max(0.5, both / own))
  return (level) => meanTo + gain * (level - meanFrom)
}

/** Whether two pictures of a zone differ within it. Null if even the surroundings do, so that it cannot be told. */
function zoneDiffers(usual: string, now: string, isIn: readonly boolean[]): boolean | null {
  const [before, after] = [usual, now].map((text) => new Uint8Array(Buffer.from(text, 'base64')))
  if (before?.length !== isIn.length || after?.length !== isIn.length) return null
  const indexes = [...isIn.keys()]
  const outside = indexes.filter((at) => !isIn[at])
  const inside = indexes.filter((at) => isIn[at])
  if (inside.length === 0) return null
  const fit = fittedTo(before, after, outside.length >= SIDE ? outside : indexes)
  const off = (at: number) => Math.abs(fit(before[at]!) - after[at]!)
  const rest = outside.length >= SIDE ? median(outside.map(off)) : 0
  if (rest > UNLIKE) return null
  const changed = inside.filter((at) => off(at) > Math.max(LEVELS, 3 * rest)).length
  return changed >= SHARE * inside.length
}

function learn(known: UsualPicture | undefined, picture: string, isIn: readonly boolean[], now: Date): UsualPicture {
  const { usual = null, other = null } = known ?? {}
  if (usual !== null && zoneDiffers(usual, picture, isIn) === false) return { usual, other: null }
  const last = now.toISOString()
  if (other === null || zoneDiffers(other.picture, picture, isIn) !== false)
    return { usual, other: { picture, alarms: 1, since: last, last } }
  if (now.getTime() - Date.parse(other.last) < SAME_EVENT_MS) return { usual, other }
  const seen = { ...other, alarms: other.alarms + 1, last }
  const isUsual = seen.alarms >= LEARNT && (usual === null || now.getTime() - Date.parse(seen.since) >= STAYS_MS)
  return isUsual ? { usual: picture, other: null } : { usual, other: seen }
}

/**
 * Compares zones with their usual picture in the same light, and learns it. Usual is what three alarms showed first. What differs and stays for
 * half a day becomes usual, because then the scene was changed.
 * @param scene the picture without what moves, or undefined if there is none
 */
export function compareZones(
  zones: RuleNeeds['zones'],
  remembered: readonly RememberedZone[],
  { scene, light, now }: { scene: GreyImage | undefined; light: Light; now: Date },
): { facts: ZoneFact[]; remembered: RememberedZone[] } {
  const facts: ZoneFact[] = []
  const next: RememberedZone[] = []
  for (const { id, points } of zones) {
    const shape = shapeOf(points)
    const known = remembered.find((one) => one.id === id && one.shape === shape)
    if (scene === undefined || next.length >= MAX_ZONES) {
      facts.push({ id, differs: null })
      if (known && next.length < MAX_ZONES) next.push(known)
      continue
    }
    const around = surroundingsOf(boundsOf(points))
    const isIn = cellsIn(points, around)
    const picture = thumbnailOf(scene, SIDE, SIDE, around)
    const usual = known?.usual[light]?.usual ?? null
    facts.push({ id, differs: usual === null ? null : zoneDiffers(usual, picture, isIn) })
    next.push({ id, shape, usual: { ...known?.usual, [light]: learn(known?.usual[light], picture, isIn, now) } })
  }
  // A rule that rests now may ask again later.
  const others = remembered.filter((one) => !next.some(({ id }) => id === one.id))
  return { facts, remembered: [...next, ...others].slice(0, MAX_ZONES) }
}
