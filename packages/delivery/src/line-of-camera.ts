import type { DeliveryAlarm } from './payload.ts'

/** The line of a receiver's table about the alarm's camera, by the camera's id or its name, each in any case. */
export function lineOfCamera<L extends { readonly camera: string }>(
  { view }: DeliveryAlarm,
  lines: readonly L[],
): L | undefined {
  const lineOf = (wanted: string): L | undefined => lines.find(({ camera }) => camera.toLowerCase() === wanted)
  return lineOf(view.id) ?? lineOf(view.name.trim().toLowerCase())
}
