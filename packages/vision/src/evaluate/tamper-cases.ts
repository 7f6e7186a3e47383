import { readFileSync } from 'node:fs'
import { burnClock, LENS_TAMPERINGS, renderScene, tamperPictures, turnCamera } from '@winnow/testkit'
import type { SceneKind, Turn } from '@winnow/testkit'
import { prepareFrames } from '../analyse/frame-set.ts'
import type { FrameSet } from '../analyse/frame-set.ts'
import { decodeMedia } from '../decode/decode-media.ts'
import { givenReference, measureTampering } from '../tamper/measure-tampering.ts'
import type { TamperFacts, TamperKind } from '../tamper/tamper-facts.ts'
import { emptyTamperMemory } from '../tamper/tamper-memory.ts'
import type { TamperMemory } from '../tamper/tamper-memory.ts'
import type { LabelledAlarm } from './read-manifest.ts'

/** An untampered alarm of a camera, and the camera's usual view. */
export interface Sequence {
  id: string
  camera: string
  pictures: Uint8Array[]
  /** Pictures of the same camera in the same light that show its usual view. Null if there are none. */
  usual: Uint8Array[] | null
  gapMs: number
  /** Whether the alarm is also measured with every kind of tampering. Otherwise it is measured unchanged only. */
  isTampered: boolean
}

/** One alarm, the tampering applied to it, and the measurement. `kind` null: no tampering. */
export interface TamperResult {
  id: string
  camera: string
  kind: TamperKind | null
  name: string
  facts: TamperFacts
  /** Milliseconds per frame. */
  ms: number
}

const START = Date.parse('2026-01-01T12:00:00Z')
const LATER_MS = 600_000
const FRAMES = 3
/** The events of untampered alarms at the drawn places. */
const EVENTS: readonly SceneKind[] = [
  'empty',
  'wind',
  'rain',
  'snow',
  'headlights',
  'shadow',
  'spider',
  'cat',
  'parked-car',
  'person-walking',
  'car-arriving',
]

/** Every fifth drawn alarm is tampered with, a different one at each place. */
const TAMPERED_EACH = 5

/** Turns of a camera, as shares of its picture. */
const TURNS: readonly { name: string; turn: Turn }[] = [
  { name: 'turn-4%', turn: { right: 0.04 } },
  { name: 'turn-10%', turn: { right: -0.08, down: 0.06 } },
  { name: 'turn-22%', turn: { right: 0.22 } },
  { name: 'zoom-1.3', turn: { zoom: 1.3 } },
  { name: 'roll-8°', turn: { degrees: 8 } },
]

async function prepare(pictures: readonly Uint8Array[], gapMs: number): Promise<FrameSet> {
  const media = pictures.map((bytes, index) => ({ id: String(index), bytes, takenOffsetMs: index * gapMs }))
  const { frames } = await decodeMedia(media, Infinity)
  return prepareFrames(frames)
}

async function memoryOf(usual: readonly Uint8Array[], gapMs: number): Promise<TamperMemory> {
  const set = await prepare(usual, gapMs)
  const now = new Date(START)
  const { last } = measureTampering(set, null, { now, isThermal: false }).memory
  const empty = emptyTamperMemory()
  return { ...empty, usual: { ...empty.usual, [set.light]: givenReference(set, now) ?? null }, last }
}

/** Measures one alarm unchanged and with each kind of tampering, always against the camera's usual view. */
export async function* measureSequence(sequence: Sequence): AsyncGenerator<TamperResult> {
  const { id, camera, pictures, usual, gapMs, isTampered } = sequence
  const [first] = pictures
  if (first === undefined) return
  const measure = async (
    name: string,
    kind: TamperKind | null,
    shown: readonly Uint8Array[],
    memory: TamperMemory,
  ): Promise<TamperResult> => {
    const set = await prepare(shown, gapMs)
    const began = performance.now()
    const { facts } = measureTampering(set, memory, { now: new Date(START + LATER_MS), isThermal: false })
    return { id, camera, kind, name, facts, ms: (performance.now() - began) / shown.length }
  }
  const known = await memoryOf(usual ?? pictures, gapMs)
  if (usual !== null) yield await measure('untouched', null, pictures, known)
  if (!isTampered) return
  for (const { name, kind } of LENS_TAMPERINGS)
    yield await measure(name, kind, await tamperPictures(pictures, name, id), known)
  const straight = await memoryOf(await turnCamera(usual ?? pictures, {}), gapMs)
  for (const { name, turn } of TURNS) yield await measure(name, 'moved', await turnCamera(pictures, turn), straight)
  const ticking = (size: number, left: number) =>
    Promise.all([0, 1, 2].map((tick) => burnClock(first, new Date(START + tick * 1000), { size, left, top: 0.47 })))
  yield await measure('clock', 'frozen', await ticking(1, 0), known)
  yield await measure('large clock', 'frozen', await ticking(2, 0.3), known)
  yield await measure('again', 'frozen', [first], { ...known, last: (await memoryOf([first], gapMs)).last })
}

/** Draws this number of places by day and by night, each with every kind of event in EVENTS. */
export async function* drawSequences(places: number): AsyncGenerator<Sequence> {
  for (let place = 0; place < places; place += 1) {
    for (const night of [false, true]) {
      const camera = `drawn ${place}${night ? ' by night' : ''}`
      const scene = (kind: SceneKind, seed: number) =>
        renderScene({ kind, seed, camera: `tampered ${place}`, frames: FRAMES, night })
      const usual = (await scene('empty', 0)).map(({ jpeg }) => jpeg)
      for (const [index, kind] of EVENTS.entries()) {
        const pictures = (await scene(kind, index + 1)).map(({ jpeg }) => jpeg)
        yield {
          id: `${camera}, ${kind}`,
          camera,
          pictures,
          usual,
          gapMs: 1000,
          isTampered: (index + place) % TAMPERED_EACH === 0,
        }
      }
    }
  }
}

/** Reads the labelled alarms. The usual view of each alarm is the preceding alarm of the same camera in the same light. */
export async function* realSequences(alarms: readonly LabelledAlarm[]): AsyncGenerator<Sequence> {
  const before = new Map<string, Uint8Array[]>()
  for (const alarm of alarms) {
    const pictures = alarm.files.slice(0, FRAMES).map((file) => new Uint8Array(readFileSync(file)))
    const gapMs = (alarm.gapSeconds ?? 1) * 1000
    const { light } = await prepare(pictures, gapMs)
    const key = `${alarm.camera} ${light}`
    yield { id: alarm.id, camera: alarm.camera, pictures, usual: before.get(key) ?? null, gapMs, isTampered: true }
    before.set(key, pictures)
  }
}
