import { likenessOf, readSignature, type Signature } from '@winnow/domain'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { overlapOf, sizeOf } from '../detect/boxes.ts'
import { lookSignatureOf } from '../rules/look-signature.ts'
import type { Box, Detection, Track } from '../types.ts'

/** What is followed. */
const FOLLOWED = new Set<Detection['class']>(['person', 'vehicle', 'cycle'])
/** How far an object can be from where it is expected, in its own sizes: at once, and more for each second. */
const REACH = { atOnce: 1, perSecond: 2, most: 4 }
/** The largest factor by which the size of an object can change between two pictures. */
const SIZE_RATIO = 2.2
/** How much the colours of an object must be alike on two pictures: where its boxes overlap, and where they do not. */
const LIKENESS = { here: 0.15, elsewhere: 0.3 }
/** The pictures in a row on which an object can be missed. */
const MISSED = 2
/** The score that one picture of a path must have, unless the path has at least so many pictures. */
const SURE = { score: 0.5, pictures: 3 }
/** The most paths of an alarm. A crowd has no paths that anybody could read. */
const TRACKS = 20
/** The time between pictures whose times are unknown, in milliseconds. */
const USUAL_GAP_MS = 1_000

/** A picture of an alarm, with its time. */
export interface TimedPicture {
  rgb: RgbImage
  offsetMs: number | null
}

interface Seen {
  thing: Detection
  at: number
  look: Signature
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

/** Where the middle of an object is expected at a time: it goes on as between its last two pictures. */
function expected(path: readonly Seen[], at: number): { x: number; y: number } {
  const [before, last] = [path.at(-2), path.at(-1)]
  const here = middleOf(last?.thing.box ?? { x: 0, y: 0, width: 0, height: 0 })
  if (before === undefined || last === undefined || last.at === before.at) return here
  const there = middleOf(before.thing.box)
  const share = (at - last.at) / (last.at - before.at)
  return { x: here.x + (here.x - there.x) * share, y: here.y + (here.y - there.y) * share }
}

/** How surely a sighting goes on with a path, 0–2; 0: it does not. Place, size and colours must all agree. */
function fit(path: readonly Seen[], seen: Seen, shape: number): number {
  const last = path.at(-1)
  if (last === undefined || last.thing.class !== seen.thing.class) return 0
  const [size, other] = [sizeOf(last.thing.box), sizeOf(seen.thing.box)]
  const ratio = size / other
  if (ratio > SIZE_RATIO || ratio < 1 / SIZE_RATIO) return 0
  const [wanted, found] = [expected(path, seen.at), middleOf(seen.thing.box)]
  const distance = Math.hypot(found.x - wanted.x, (found.y - wanted.y) / shape) / Math.max(size, other)
  const reach = Math.min(REACH.most, REACH.atOnce + (REACH.perSecond * (seen.at - last.at)) / 1_000)
  if (distance > reach) return 0
  const likeness = likenessOf(last.look, seen.look)
  const isHere = overlapOf(last.thing.box, seen.thing.box) > 0
  if (likeness < (isHere ? LIKENESS.here : LIKENESS.elsewhere)) return 0
  return 1 - distance / reach + likeness
}

const bestOf = (path: readonly Seen[]): number => Math.max(...path.map(({ thing }) => thing.score))

/**
 * Follows people and vehicles over the pictures of an alarm: at each picture the surest pairs of path and sighting first, and each path at one
 * place. What is masked or part of the scene has no path.
 * @param detections each object once per picture
 * @param pictures by the index that detections name
 */
export function findTracks(detections: readonly Detection[], pictures: readonly TimedPicture[]): Track[] {
  const first = pictures[0]?.rgb
  const shape = first === undefined ? 1 : first.width / first.height
  const timeOf = (frame: number) => pictures[frame]?.offsetMs ?? frame * USUAL_GAP_MS
  const order = [...pictures.keys()].toSorted((a, b) => timeOf(a) - timeOf(b) || a - b)
  const paths: { seen: Seen[]; place: number }[] = []
  for (const [place, frame] of order.entries()) {
    const picture = pictures[frame]
    if (picture === undefined) continue
    const now = detections
      .filter((one) => one.frame === frame && FOLLOWED.has(one.class) && !one.masked && !one.static)
      .map((thing): Seen => ({
        thing,
        at: timeOf(frame),
        look: readSignature(lookSignatureOf(picture.rgb, thing.box)),
      }))
    const open = paths.filter((path) => place - path.place <= MISSED + 1)
    const pairs = now
      .flatMap((seen) => open.map((path) => ({ seen, path, sure: fit(path.seen, seen, shape) })))
      .filter(({ sure }) => sure > 0)
      .toSorted((a, b) => b.sure - a.sure)
    const taken = new Set<object>()
    for (const { seen, path } of pairs) {
      if (taken.has(seen) || taken.has(path)) continue
      taken.add(seen).add(path)
      path.seen.push(seen)
      path.place = place
    }
    paths.push(...now.filter((seen) => !taken.has(seen)).map((seen) => ({ seen: [seen], place })))
  }
  return paths
    .map(({ seen }) => seen)
    .filter((path) => path.length >= 2 && (path.length >= SURE.pictures || bestOf(path) >= SURE.score))
    .toSorted((a, b) => b.length - a.length || bestOf(b) - bestOf(a))
    .slice(0, TRACKS)
    .map((path) => ({
      class: path[0]?.thing.class ?? 'other',
      score: bestOf(path),
      points: path.map(({ thing: { frame, box } }) => ({ frame, offsetMs: pictures[frame]?.offsetMs ?? null, box })),
    }))
}
