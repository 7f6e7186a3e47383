import type { CameraSelection } from '@winnow/contract'

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

/** The selection as bulk calls take it, as a job. A selection that excludes no camera must say that it means all. */
export function selectionBody(selection: CameraSelection) {
  const allViews = !Object.values(selection).some(isSet)
  return { filters: selection, allViews, asBackgroundJob: true } as const
}
