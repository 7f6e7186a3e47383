import { isFeatureOpen, type CompanyFlags } from '@winnow/domain'
import type { TamperKind } from '@winnow/vision'

/** What the pictures of a camera must show, and for how long, before it counts as tampering. */
interface Proof {
  alarms: number
  ms: number
}

/**
 * A lorry that stands before the lens for one alarm looks like a cover. Dusk looks like a camera that was moved or put out of focus for about
 * an hour (docs/filter-figures.md), so these two must last longer.
 */
const PROOFS: Readonly<Record<TamperKind, Proof>> = {
  covered: { alarms: 2, ms: 0 },
  dark: { alarms: 2, ms: 0 },
  frozen: { alarms: 2, ms: 0 },
  blur: { alarms: 3, ms: 3_600_000 },
  moved: { alarms: 3, ms: 3_600_000 },
}

/** A camera that turns has no usual picture. */
const OF_TURNING: readonly TamperKind[] = ['dark', 'frozen']

const isKind = (text: string): text is TamperKind => Object.hasOwn(PROOFS, text)

/** What the pictures of a camera are watched for. */
export function watchedKinds(view: { tamperingDetection: boolean; ptz: boolean }, flags: CompanyFlags): TamperKind[] {
  if (!view.tamperingDetection || !isFeatureOpen(view.ptz ? 'tamperingPtz' : 'tampering', flags)) return []
  return Object.keys(PROOFS)
    .filter(isKind)
    .filter((kind) => !view.ptz || OF_TURNING.includes(kind))
}

/** How long something shows without a break: times in ISO 8601, and the number of alarms. */
export type Standing = Readonly<Partial<Record<TamperKind, { since: string; alarms: number; last: string }>>>

/** What shows for long enough, of that which is watched for. */
export const provenKinds = (standing: Standing, watched: readonly TamperKind[]): TamperKind[] =>
  watched.filter((kind) => {
    const stands = standing[kind]
    if (!stands) return false
    const { alarms, ms } = PROOFS[kind]
    return stands.alarms >= alarms && Date.parse(stands.last) - Date.parse(stands.since) >= ms
  })
