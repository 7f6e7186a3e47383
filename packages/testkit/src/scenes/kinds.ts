/** The kinds of drawn scenes. */
export const SCENE_KINDS = [
  'empty',
  'wind',
  'rain',
  'snow',
  'headlights',
  'parked-car',
  'shadow',
  'spider',
  'web',
  'insects',
  'flag',
  'curtain',
  'lights',
  'statue',
  'cat',
  'person-walking',
  'person-distant',
  'person-approaching',
  'person-standing',
  'person-crouching',
  'person-running',
  'person-running-away',
  'car-arriving',
  'car-passing',
  'cyclist',
] as const

export type SceneKind = (typeof SCENE_KINDS)[number]

export type PersonKind = Extract<SceneKind, `person-${string}`>

/** Whether each kind of scene is a true alarm, because it shows a person, or a vehicle or cycle that moves. */
export const TRUTH: Readonly<Record<SceneKind, boolean>> = {
  empty: false,
  wind: false,
  rain: false,
  snow: false,
  headlights: false,
  'parked-car': false,
  shadow: false,
  spider: false,
  web: false,
  insects: false,
  flag: false,
  curtain: false,
  lights: false,
  statue: false,
  cat: false,
  'person-walking': true,
  'person-distant': true,
  'person-approaching': true,
  'person-standing': true,
  'person-crouching': true,
  'person-running': true,
  'person-running-away': true,
  'car-arriving': true,
  'car-passing': true,
  cyclist: true,
}

/** The class of a drawn object, with the product's own classes. */
export type SceneClass = 'person' | 'vehicle' | 'cycle' | 'animal'

/** One visible object of a frame. `box` contains its visible part, in 0…1 coordinates of the picture. */
export interface SceneObject {
  class: SceneClass
  box: { x: number; y: number; width: number; height: number }
}
