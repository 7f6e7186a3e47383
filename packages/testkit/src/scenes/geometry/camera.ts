import type { Vec3 } from './vec.ts'

/** A fixed pinhole camera above the ground at x = z = 0, looking along +z and down by `pitch` radians. */
export interface Camera {
  width: number
  height: number
  mountHeight: number
  pitch: number
  /** focal length in pixels */
  focal: number
}

/** Creates a camera whose horizontal field of view is `fieldOfView` degrees. */
export function createCamera(options: {
  width: number
  height: number
  mountHeight: number
  pitchDegrees: number
  fieldOfView: number
}): Camera {
  const { width, height, mountHeight } = options
  return {
    width,
    height,
    mountHeight,
    pitch: (options.pitchDegrees * Math.PI) / 180,
    focal: width / 2 / Math.tan((options.fieldOfView * Math.PI) / 360),
  }
}

/** The pixel position and the depth (metres along the optical axis) of a point. A depth of 0 or less is behind the camera. */
export function project(camera: Camera, point: Vec3): { x: number; y: number; depth: number } {
  const sin = Math.sin(camera.pitch)
  const cos = Math.cos(camera.pitch)
  const dy = point[1] - camera.mountHeight
  const depth = point[2] * cos - dy * sin
  const up = dy * cos + point[2] * sin
  const k = camera.focal / Math.max(depth, 1e-3)
  return { x: camera.width / 2 + point[0] * k, y: camera.height / 2 - up * k, depth }
}
