import { prepareFrames, type FrameSet } from '../analyse/frame-set.ts'
import { createJudge, type Circumstances } from '../analyse/judge.ts'
import type { Findings } from '../analyse/run-looks.ts'
import type { DecodedFrame } from '../decode/decoded-frame.ts'
import { readBetween } from '../decode/read-between.ts'
import { gatherEvidence } from '../decide/evidence.ts'
import { passes } from '../decide/probability-curve.ts'
import type { Detector } from '../detect/detector.ts'
import { LIMITS } from '../limits.ts'
import { eachOnce } from '../rules/seen-facts.ts'
import { sniffMedia } from '../sniff.ts'
import type { Detection, MediaInput, Track } from '../types.ts'
import { findTracks } from './find-tracks.ts'
import { planDenseLooks } from './plan-dense-looks.ts'
import { takeDenseLooks } from './take-dense-looks.ts'

/** The score from which sightings are followed. Weaker ones are everywhere. */
const FOLLOWED_SCORE = 0.25
/** The pictures on which somebody must be followed to make an alarm true that the usual looks left out. */
const CONVINCING = 2

/** An alarm that was analysed as usual, and what following it needs. */
export interface FollowedAlarm {
  media: readonly MediaInput[]
  findings: Findings
  facts: Circumstances
  detectors: readonly Detector[]
  /** The probability from which the alarm is true. */
  threshold: number
  /** On the clock of `performance.now()`. */
  deadline: number
}

/** What following found. */
export interface Followed {
  tracks: Track[]
  /** The pictures that were read in addition and show somebody who is followed. Their indexes follow those of the usual pictures. */
  added: DecodedFrame[]
  /** What the dense looks saw, on the usual and on the added pictures. */
  detections: Detection[]
  /** The evidence that makes the alarm true, although the usual looks did not. */
  convincing: { value: number; detection: Detection } | null
  inferenceMs: number
}

/** Reads pictures between the usual ones from each clip, as far as there is room for them. */
async function readAdded({ media, deadline }: FollowedAlarm, frames: readonly DecodedFrame[]): Promise<DecodedFrame[]> {
  const clips = media.flatMap((one) => {
    const sniffed = sniffMedia(one.bytes.subarray(0, 512))
    const isRead = frames.some(({ mediaId, jpeg }) => mediaId === one.id && jpeg !== undefined)
    return isRead && sniffed.kind === 'clip' ? [{ one, sniffed }] : []
  })
  let room = LIMITS.frames - frames.length
  const added: DecodedFrame[] = []
  for (const [index, { one, sniffed }] of clips.entries()) {
    if (performance.now() > deadline) break
    const read = await readBetween(one, sniffed, { most: Math.floor(room / (clips.length - index)), deadline })
    room -= read.length
    added.push(...read)
  }
  return added
}

/** Whether a path leads through a sighting. */
const leadsThrough = ({ points }: Track, { frame, box }: Detection): boolean =>
  points.some(
    (point) =>
      point.frame === frame &&
      Math.abs(point.box.x + point.box.width / 2 - box.x - box.width / 2) < box.width / 2 &&
      Math.abs(point.box.y + point.box.height / 2 - box.y - box.height / 2) < box.height / 2,
  )

function convincingOf(
  all: readonly Detection[],
  tracks: readonly Track[],
  { findings, facts, threshold }: FollowedAlarm,
  pictures: number,
): Followed['convincing'] {
  const { value, detection } = gatherEvidence(all, findings.models, pictures, facts.parameters)
  if (detection === null || !passes(value, threshold, facts.parameters)) return null
  const isFollowed = tracks.some(
    (track) => track.class === detection.class && track.points.length >= CONVINCING && leadsThrough(track, detection),
  )
  return isFollowed ? { value, detection } : null
}

/** Leaves out added pictures that show nobody who is followed, and renumbers the others. */
function keepShown({ tracks, added, detections, convincing }: Omit<Followed, 'inferenceMs'>, usual: number) {
  const shown = new Set(tracks.flatMap(({ points }) => points.map(({ frame }) => frame)))
  const kept = [...added.keys()].filter((at) => shown.has(usual + at))
  const numbers = new Map(kept.map((at, place) => [usual + at, usual + place]))
  const placed = <T extends { frame: number }>(thing: T): T => {
    const frame = numbers.get(thing.frame)
    return frame === undefined ? thing : { ...thing, frame }
  }
  const isKept = ({ frame }: Detection) => frame < usual || numbers.has(frame)
  const copies = new Map(detections.filter(isKept).map((one) => [one, placed(one)]))
  return {
    tracks: tracks.map((track) => ({ ...track, points: track.points.map(placed) })),
    added: kept.flatMap((at) => added[at] ?? []),
    detections: [...copies.values()],
    convincing: convincing && { ...convincing, detection: copies.get(convincing.detection) ?? convincing.detection },
  }
}

/**
 * Looks at an alarm more densely and follows people and vehicles over its pictures. The pictures between the usual ones of its clips are looked
 * at, and the moving part of each picture. The usual verdict, the camera's memory and the rules do not depend on it.
 */
export async function followObjects(alarm: FollowedAlarm): Promise<Followed> {
  const { findings, facts, detectors } = alarm
  const usual = facts.set.frames
  const deadline = Math.min(alarm.deadline, performance.now() + LIMITS.followMs)
  const read = await readAdded({ ...alarm, deadline }, usual)
  const set: FrameSet = read.length === 0 ? facts.set : await prepareFrames([...usual, ...read])
  const pictures = set.frames.map(({ rgb }) => rgb)
  const judge = createJudge({ ...facts, set })
  const looks = planDenseLooks(set, usual.length)
  const dense = await takeDenseLooks(detectors, looks, { pictures, judge, deadline })
  const all = [...(findings.allDetections ?? findings.detections), ...dense.detections]
  const seen = eachOnce(
    all.filter(({ score }) => score >= FOLLOWED_SCORE),
    findings.models.length,
  )
  const tracks = findTracks(seen, set.frames)
  const convincing = convincingOf(all, tracks, alarm, findings.framesToSee + read.length)
  const found = { tracks, added: read, detections: dense.detections, convincing }
  return { ...keepShown(found, usual.length), inferenceMs: dense.inferenceMs }
}
