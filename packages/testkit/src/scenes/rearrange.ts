import type { Script } from './actors.ts'

/** Metres a second that a thing gains each second when it moves off. */
const ACCELERATION = 1.1
/** How far beside a thing or before it (towards the camera) somebody stands, metres: clear of its bonnet whichever way it points. */
const BESIDE = 2.4
const BEFORE = { vehicle: 2.3, other: 0.8 }

/** The same, but that what stood there moves off the way it is headed. */
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
 * Moves what somebody does to where a thing stands, so that he is there `middle` seconds after the first frame: beside it, on the
 * side of the picture's middle, or in front of it as the camera sees it. Without a thing all stays as it is.
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
