import { createRandom, renderScene, TRUTH } from '../scenes/index.ts'
import { isNightCamera } from './choose-scene.ts'
import type { PlannedAlarm } from './choose-scene.ts'
import type { DeviceAlarm } from './devices/alarm.ts'
import { PICTURES } from './devices/compose-mails.ts'

/** The event that the device reports: mostly motion, sometimes a more specific event, which may be wrong. */
function eventOf(planned: PlannedAlarm): DeviceAlarm['event'] {
  const random = createRandom(`event ${planned.seed}`)
  if (TRUTH[planned.kind] && random.chance(0.4)) return planned.kind.startsWith('car') ? 'vehicle' : 'person'
  return random.pick(['motion', 'motion', 'motion', 'line', 'intrusion'])
}

/** Draws the pictures of a planned alarm as its camera takes them, with the time in a corner. */
export async function renderAlarm(
  planned: PlannedAlarm,
  now: Date,
  sequence: number,
  size?: { width: number; height: number },
): Promise<DeviceAlarm> {
  const { camera, kind, seed } = planned
  const frames = await renderScene({
    kind,
    seed,
    camera: camera.seed,
    // Headlights are always drawn at night.
    night: isNightCamera(camera) || kind === 'headlights',
    clockOverlay: now,
    ...PICTURES[camera.vendor],
    ...size,
  })
  return { event: eventOf(planned), at: now, pictures: frames.map(({ jpeg, at }) => ({ jpeg, at })), sequence }
}
