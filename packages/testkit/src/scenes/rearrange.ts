import type { Script } from './actors.ts'

/** Acceleration of an object that moves off, in metres per second per second. */
const ACCELERATION = 1.1
/**
 * Distance of a person beside an object or in front of it (towards the camera), in metres. It avoids overlap with the
 * bonnet in any direction.
 */
const BESIDE = 2.4
const BEFORE = { vehicle: 2.3, other: 0.8 }

/** The same scene, except that the standing object moves off in its own direction. */
export function movingOff(script: Script): Script {
  return (time) =>
    script(time).map((actor) => {
      const { x, z, heading } = actor.placement
      const gone = 0.5 * ACCELERATION * time * time
      const placement = { ...actor.placement, x: x + Math.sin(heading) * gone, z: z + Math.cos(heading) * gone }
      return { ...actor, placement }
    })
}

/**
 * Moves a person's action to the place of an object, `middle` seconds after the first frame: beside it, on the side of
 * the picture's centre, or in front of it as seen by the camera. Without an object nothing changes.
 */
export function broughtNear(script: Script, things: Script, near: 'beside' | 'before', middle: number): Script {
  const [thing] = things(0)
  const [somebody] = script(middle)
  if (thing === undefined || somebody === undefined) return script
  const { x, z } = thing.placement
  const closer = (z - (thing.class === 'vehicle' ? BEFORE.vehicle : BEFORE.other)) / z
  const goal = near === 'before' ? { x: x * closer, z: z * closer } : { x: x - Math.sign(x || 1) * BESIDE, z }
  const [dx, dz] = [goal.x - somebody.placement.x, goal.z - somebody.placement.z]
  return (time) =>
    script(time).map((actor) => ({
      ...actor,
      placement: { ...actor.placement, x: actor.placement.x + dx, z: actor.placement.z + dz },
    }))
}
