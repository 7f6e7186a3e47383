import type { Mesh } from './geometry/mesh.ts'
import type { SceneClass } from './kinds.ts'
import type { Placement } from './raster/draw.ts'

/**
 * A person or object of the scene at a moment. Without a class it is something that the product does not detect, such
 * as a flag.
 */
export interface Actor {
  class?: SceneClass
  meshes: Mesh[]
  placement: Placement
}

/** The events of a scene: returns the actors `time` seconds after the first frame. */
export type Script = (time: number) => Actor[]
