import { SAME_EVENT_MS } from '../memory/recall.ts'
import type { GreyImage } from '../motion/grey-image.ts'
import type { Light } from '../types.ts'
import { judgeBlur, judgeCovered, judgeDark, judgeMoved } from './judge-view.ts'
import type { Measured } from './judge-view.ts'
import { isTrusted, learnUsual } from './learn-usual.ts'
import { measureFrozen, rememberLast } from './measure-frozen.ts'
import { compareView, lookAtView } from './measure-view.ts'
import type { ViewLook } from './measure-view.ts'
import { standingAfter } from './standing.ts'
import { TAMPER_LIMITS } from './tamper-facts.ts'
import type { TamperFacts, TamperKind } from './tamper-facts.ts'
import { emptyTamperMemory } from './tamper-memory.ts'
import type { TamperMemory, TamperReference } from './tamper-memory.ts'

/** The pictures of an alarm, as prepared by the comparison of frames. */
export interface TamperPictures {
  /** The grey copies of the frames, 480 pixels wide, neither blurred nor aligned. */
  greys: readonly GreyImage[]
  /** The scene without moving objects. */
  background: GreyImage | undefined
  light: Light
  /** The original widths of the frames in pixels, and their times in milliseconds. */
  frames: readonly { width: number; offsetMs: number | null }[]
}

/** `now`: the time of the alarm. Pictures of a thermal camera (`isThermal`) may be dark. */
interface TamperContext {
  now: Date
  isThermal: boolean
}

function referenceOf(look: ViewLook, now: Date): TamperReference {
  const { small, detail, sharpness, brightness, width } = look
  const since = now.toISOString()
  return {
    picture: Buffer.from(small[0] ?? []).toString('base64'),
    detail: Buffer.from(detail[0]?.step ?? []).toString('base64'),
    sharpness: sharpness ?? 0,
    brightness,
    width,
    alarms: 1,
    since,
    isGiven: false,
  }
}

/**
 * Creates the usual picture that a user chose, to be stored in a TamperMemory. All later alarms in this light are compared only with it.
 * Returns undefined if there is no picture.
 */
export function givenReference(pictures: TamperPictures, now: Date): TamperReference | undefined {
  return pictures.greys.length === 0 ? undefined : { ...referenceOf(lookAtView(pictures), now), isGiven: true }
}

/** Chooses the usual picture for the comparison. If there is none in this light yet, one in the other light is used. */
function chooseUsual(memory: TamperMemory, light: Light): { usual: TamperReference | null; isSameLight: boolean } {
  const other = memory.usual[light === 'grey' ? 'colour' : 'grey']
  const same = memory.usual[light]
  return isTrusted(same) || !isTrusted(other)
    ? { usual: same, isSameLight: true }
    : { usual: other, isSameLight: false }
}

/**
 * Compares each score with its limit, and adds the time since which the fact has held and the number of alarms. A null score changes
 * neither.
 */
function settle(
  measured: { [Kind in TamperKind]: Measured<Kind> },
  before: TamperMemory['standing'],
  now: Date,
): { facts: Omit<TamperFacts, 'basis'>; standing: TamperMemory['standing'] } {
  const standing: TamperMemory['standing'] = {}
  const fact = <Kind extends TamperKind>(kind: Kind) => {
    const { score, evidence } = measured[kind]
    const holds = score !== null && score >= TAMPER_LIMITS[kind]
    const stood = standingAfter(before[kind], score === null ? null : holds, now)
    if (stood !== undefined) standing[kind] = stood
    const history = holds && stood !== undefined ? stood : { since: null, alarms: 0 }
    return { score: score ?? 0, holds, since: history.since, alarms: history.alarms, evidence }
  }
  const facts = {
    blur: fact('blur'),
    dark: fact('dark'),
    covered: fact('covered'),
    moved: fact('moved'),
    frozen: fact('frozen'),
  }
  return { facts, standing }
}

/** Measures facts about the camera from an alarm's pictures, and returns them with the memory for the next alarm. Pure function. */
export function measureTampering(
  pictures: TamperPictures,
  memory: TamperMemory | null,
  { now, isThermal }: TamperContext,
): { facts: TamperFacts; memory: TamperMemory } {
  const known = memory ?? emptyTamperMemory()
  const { greys, light, frames } = pictures
  const { usual, isSameLight } = chooseUsual(known, light)
  const look = lookAtView(pictures)
  const figures = compareView(look, usual)
  const own = isSameLight ? usual : null
  const dark: Measured<'dark'> =
    greys.length === 0 ? { score: null, evidence: { brightness: 0, usual: null } } : judgeDark(figures, own, isThermal)
  // In darkness, or before the usual picture is trusted, the scene cannot be judged.
  const canTell = isTrusted(usual) && dark.score !== null && dark.score < TAMPER_LIMITS.dark
  const ifTold = <Kind extends TamperKind>({ score, evidence }: Measured<Kind>): Measured<Kind> => ({
    score: canTell ? score : null,
    evidence,
  })
  const moved = judgeMoved(figures)
  const { facts, standing } = settle(
    {
      blur: ifTold(judgeBlur(figures, own)),
      dark,
      covered: ifTold(judgeCovered(figures, isSameLight)),
      moved: ifTold(isSameLight ? moved : { ...moved, score: null }),
      frozen: measureFrozen(
        greys,
        frames.map(({ offsetMs }) => offsetMs),
        known.last,
        now,
      ),
    },
    known.standing,
    now,
  )
  const isDisturbed = facts.blur.holds || facts.dark.holds || facts.covered.holds || facts.moved.holds
  const next: TamperMemory = { ...known, standing, last: rememberLast(greys, known.last, now) }
  const isSeenAgain = known.last !== null && now.getTime() - Date.parse(known.last.at) < SAME_EVENT_MS
  if (greys.length > 0 && (!isSeenAgain || known.usual[light] === null)) {
    const before = { usual: known.usual[light], other: known.other[light] }
    const learnt = learnUsual(before, referenceOf(look, now), isDisturbed, now)
    next.usual = { ...known.usual, [light]: learnt.usual }
    next.other = { ...known.other, [light]: learnt.other }
  }
  return { facts: { basis: { light, alarms: own?.alarms ?? 0, isTrusted: isTrusted(own) }, ...facts }, memory: next }
}
