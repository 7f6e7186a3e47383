import type { Mesh } from './geometry/mesh.ts'
import type { SceneClass } from './kinds.ts'
import type { Placement } from './raster/draw.ts'

/** Somebody or something of the scene at a moment; without a class it is nothing that the product tells apart, like a flag. */
export interface Actor {
  class?: SceneClass
  meshes: Mesh[]
  placement: Placement
}

/** What happens: the actors `time` seconds after the first frame. */
export type Script = (time: number) => Actor[]
