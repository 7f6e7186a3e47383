import type { CameraSelection } from '@winnow/contract'

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Returns the body of a bulk call that runs as a job. If a selection has no restriction, `allViews` confirms that it means all. */
export function selectionBody(selection: CameraSelection) {
  const allViews = !Object.values(selection).some(isSet)
  return { filters: selection, allViews, asBackgroundJob: true } as const
}
