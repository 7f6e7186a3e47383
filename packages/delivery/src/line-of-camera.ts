import type { DeliveryAlarm } from './payload.ts'

/** The line of a receiver's table about the alarm's camera, by the camera's id or its name in any case. */
export function lineOfCamera<L extends { readonly camera: string }>(
  { view }: DeliveryAlarm,
  lines: readonly L[],
): L | undefined {
  const name = view.name.trim().toLowerCase()
  return lines.find(({ camera }) => camera === view.id) ?? lines.find(({ camera }) => camera.toLowerCase() === name)
}
