import type { BodyInput, updateView, View } from '@winnow/contract'
import { isName } from './name-rules.ts'

/** What a camera can be told to look out for. */
export const WANTED = ['person', 'vehicle', 'cycle', 'animal'] as const
export type Wanted = (typeof WANTED)[number]
export const SENSITIVITIES = [1, 2, 3, 4, 5] as const
export type Sensitivity = (typeof SENSITIVITIES)[number]
/** Longest time within which messages are merged into one alarm, in seconds. */
export const MERGE_MAX = 300

/** What the settings form of a camera holds. */
export interface ViewDraft {
  name: string
  active: boolean
  /** Null: another way than those the form offers, which it leaves as it is. */
  integration: 'email' | 'api' | null
  wantedClasses: Wanted[]
  sensitivity: Sensitivity
  thermal: boolean
  /** Null while the field is empty. */
  mergeWindowSeconds: number | null
  channel: string
  deviceModel: string
}

export function asViewDraft(view: View): ViewDraft {
  const { integration } = view
  return {
    name: view.name,
    active: view.status.active,
    integration: integration === 'email' || integration === 'api' ? integration : null,
    wantedClasses: WANTED.filter((name) => view.wantedClasses.includes(name)),
    sensitivity: SENSITIVITIES.find((step) => step === view.sensitivity) ?? 3,
    thermal: view.thermal,
    mergeWindowSeconds: view.mergeWindowSeconds,
    channel: view.channel ?? '',
    deviceModel: view.deviceModel ?? '',
  }
}

/** Fields that cannot be saved as they are. */
export function viewProblems(draft: ViewDraft): (keyof ViewDraft)[] {
  const seconds = draft.mergeWindowSeconds
  return [
    ...(isName(draft.name) ? [] : (['name'] as const)),
    ...(draft.wantedClasses.length > 0 ? [] : (['wantedClasses'] as const)),
    ...(seconds !== null && seconds >= 0 && seconds <= MERGE_MAX ? [] : (['mergeWindowSeconds'] as const)),
  ]
}

/** What is sent: the changed fields alone, so that a colleague's change to another stays. */
export function toViewBody(changes: Partial<ViewDraft>): BodyInput<typeof updateView> {
  const { name, active, integration, mergeWindowSeconds, channel, deviceModel, ...same } = changes
  return {
    ...same,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(active === undefined ? {} : { status: { active } }),
    ...(integration ? { integration } : {}),
    ...(typeof mergeWindowSeconds === 'number' ? { mergeWindowSeconds } : {}),
    ...(channel === undefined ? {} : { channel: channel.trim() || null }),
    ...(deviceModel === undefined ? {} : { deviceModel: deviceModel.trim() || null }),
  }
}
