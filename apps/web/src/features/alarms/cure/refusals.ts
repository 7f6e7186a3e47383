import type { AlarmCamera } from '@winnow/contract'

/** What can be changed of a camera at an alarm. */
export type Cure = 'mask' | 'mute' | 'sensitivity'
/** Why it cannot: no permission or no writing grant; a program configures the camera; it turns, so that masks do not fit. */
export type Refusal = 'right' | 'byApi' | 'ptz'

/** Why somebody cannot make a change; undefined if they can. */
export function refusalOf(
  cure: Cure,
  camera: Pick<AlarmCamera, 'mayWrite' | 'ptz' | 'createdByApi'>,
  hasPermission: boolean,
): Refusal | undefined {
  if (!hasPermission || !camera.mayWrite) return 'right'
  // A pause is no setting: it can be made for every camera.
  if (cure !== 'mute' && camera.createdByApi) return 'byApi'
  return cure === 'mask' && camera.ptz ? 'ptz' : undefined
}
