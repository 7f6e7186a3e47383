import type { BodyInput, updateView, View } from '@winnow/contract'
import { OFFERED_TYPES, type OfferedType } from './integration-names.ts'

/** The classes that a camera can look for. */
export const WANTED = ['person', 'vehicle', 'cycle', 'animal'] as const
export type Wanted = (typeof WANTED)[number]
export const SENSITIVITIES = [1, 2, 3, 4, 5] as const
export type Sensitivity = (typeof SENSITIVITIES)[number]
/** The longest time within which messages are merged into one alarm, in seconds. */
export const MERGE_MAX = 300

/** The state of a camera's settings form. */
export interface ViewDraft {
  name: string
  active: boolean
  /** Null means an integration that the form does not offer. It is not changed. */
  integration: OfferedType | null
  wantedClasses: Wanted[]
  sensitivity: Sensitivity
  thermal: boolean
  ptz: boolean
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
    integration: OFFERED_TYPES.find((type) => type === integration) ?? null,
    wantedClasses: WANTED.filter((name) => view.wantedClasses.includes(name)),
    sensitivity: SENSITIVITIES.find((step) => step === view.sensitivity) ?? 3,
    thermal: view.thermal,
    ptz: view.ptz,
    mergeWindowSeconds: view.mergeWindowSeconds,
    channel: view.channel ?? '',
    deviceModel: view.deviceModel ?? '',
  }
}

/** Returns the request body. It has only the changed fields, so that a colleague's change of another field is kept. */
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
