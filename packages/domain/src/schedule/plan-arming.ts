import { disarmedUntil, type ArmingFacts } from './arming.ts'

/** A message that is older than this by its own date is not applied: it was held back, or is sent again by somebody who recorded it. */
export const OLDEST_ARMING_MS = 10 * 60_000

/**
 * Why a message does not change the state. `not-armed`: the site is not of the device type 2; `no-login`: its sender had to log in and did
 * not; `only-arms`: its sender may not disarm; `repeated`: the same message came before; `too-old`: by the message's own date, it was sent
 * more than ten minutes ago; `overtaken`: the state was changed after it was sent.
 */
export type ArmingRefusal = 'not-armed' | 'no-login' | 'only-arms' | 'repeated' | 'too-old' | 'overtaken'

export interface ArmingInput {
  deviceType: number | null
  /** The last change that was applied; null if the site was told nothing yet. */
  current: ArmingFacts | null
  wanted: 'armed' | 'disarmed'
  /** When the message was received. */
  at: Date
  /** When it was sent, by its own date; null if it has none. */
  sentAt: Date | null
  /** After how many minutes a disarmed site arms itself. */
  longestMinutes: number
  /** When the sender wants a disarm to end; null for the longest time. */
  until: Date | null
  mayOnlyArm: boolean
  /** Whether the sender had to log in and did not. */
  lacksLogin?: boolean
  /** Whether the same message came before. */
  isRepeated?: boolean
}

export type ArmingPlan = { applied: true; next: ArmingFacts } | { applied: false; refusal: ArmingRefusal }

/** Decides whether a message that arms or disarms a site is applied. Whatever way it came, this is the only place that decides. */
export function planArming(input: ArmingInput): ArmingPlan {
  const { deviceType, current, wanted, at, sentAt, longestMinutes, until, mayOnlyArm } = input
  const refuse = (refusal: ArmingRefusal): ArmingPlan => ({ applied: false, refusal })
  if (deviceType !== 2) return refuse('not-armed')
  if (input.lacksLogin) return refuse('no-login')
  if (mayOnlyArm && wanted === 'disarmed') return refuse('only-arms')
  if (input.isRepeated) return refuse('repeated')
  if (sentAt && at.getTime() - sentAt.getTime() > OLDEST_ARMING_MS) return refuse('too-old')
  // A date ahead of our clock is not taken as proof that the message is newer.
  const said = sentAt && sentAt < at ? sentAt : at
  if (current && said.getTime() < changedBefore(current, wanted)) return refuse('overtaken')
  if (wanted === 'armed') return { applied: true, next: { state: 'armed', changedAt: at, endsAt: null } }
  const latest = new Date(at.getTime() + longestMinutes * 60_000)
  const endsAt = until && until > at && until < latest ? until : latest
  return { applied: true, next: { state: 'disarmed', changedAt: at, endsAt } }
}

/**
 * Messages that are older than this instant do not change a state. The dates of mails have whole seconds, so one from the second of the last
 * change may have been sent after it: in doubt, the site is armed.
 */
const changedBefore = ({ changedAt }: ArmingFacts, wanted: ArmingInput['wanted']): number =>
  wanted === 'armed' ? Math.floor(changedAt.getTime() / 1_000) * 1_000 : changedAt.getTime()

/** Whether a site of the device type 2 is armed: while it was told so, was told nothing, or its disarm is over. */
export const armingStatus = (current: ArmingFacts | null, at: Date): 'armed' | 'disarmed' =>
  disarmedUntil(current, at) ? 'disarmed' : 'armed'
