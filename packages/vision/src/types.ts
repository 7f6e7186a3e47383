/** The classes to which a model's own classes are mapped. Rules and settings use only these. */
export type ObjectClass = 'person' | 'vehicle' | 'cycle' | 'animal' | 'bag' | 'other'

/** The system's answer. `unverified` is passed on like `true`, but counted apart. */
export type Verdict = 'true' | 'false' | 'unverified'

/** A closed area in 0–1 coordinates of the frame, three points or more. */
export type Polygon = ReadonlyArray<readonly [number, number]>

/** Cameras show two worlds, in colour by day and in shades of grey under infrared; what holds in one says nothing of the other. */
export type Light = 'colour' | 'grey'

/** The settings of a camera. Sensitivity 3 is normal, 5 passes the most. */
export interface ViewSettings {
  masks: Polygon[]
  wantedClasses: ObjectClass[]
  sensitivity: 1 | 2 | 3 | 4 | 5
  /** The camera sees heat, not light: colour and brightness mean nothing. */
  thermal?: boolean
  /** Number plates are to be read as well; it changes no verdict. */
  readPlates?: boolean
}

/** One file as it arrived, or a frame that was stored earlier. */
export interface MediaInput {
  id: string
  bytes: Uint8Array
  name?: string
  /** The sender declared it as a picture or a clip, whatever its bytes are. */
  claimsMedia?: boolean
  /** Milliseconds after the alarm's first picture, when the device said so. */
  takenOffsetMs?: number
}

/** A rectangle in 0–1 coordinates of the frame; x and y are its upper left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Why a detection does not support the alarm: `animal`: it is probably an animal, `uncertain`: its score is too low.
 */
export type Doubt = 'animal' | 'uncertain' | 'masked' | 'static' | 'unwanted'

/** One thing seen on one frame, with all that was concluded about it. */
export interface Detection {
  /** Index into `AlarmAnalysis.frames`. */
  frame: number
  class: ObjectClass
  /** The model's own word for it, such as `truck`. */
  label: string
  /** 0–1, as the model gave it. */
  score: number
  box: Box
  /** Whether it changed its place or appearance between the frames; null if there is only one frame. */
  moved: boolean | null
  /** It is in a masked area. */
  masked: boolean
  /** It is part of the scene: unchanged over the frames, or known from earlier alarms. */
  static: boolean
  /** It was weighed for the verdict. */
  counted: boolean
  /** Why it does not support the alarm; null if it does, missing before a decision. */
  doubt?: Doubt | null
  /** Id of the model pack that saw it. */
  model: string
}

/** One analysed picture. */
export interface FrameResult {
  mediaId: string
  /** Position within its media: 0 for a still, 0… for the frames cut from a clip. */
  index: number
  /** Pixels as shown, after the orientation of the file was applied. */
  width: number
  height: number
  offsetMs: number | null
  /** Only when it differs from the media itself: frames of a clip, and stills that browsers cannot show. */
  jpeg?: Uint8Array
  /** Where this frame differs from the camera's background. */
  motion: Box[]
}

/** Why a file, or part of it, could not be analysed. */
export interface MediaProblem {
  mediaId: string
  code:
    | 'not-an-image'
    | 'unsupported'
    | 'broken'
    | 'truncated'
    | 'too-large'
    | 'too-many-pixels'
    | 'too-many-frames'
    | 'too-many-files'
    | 'timeout'
    | 'crashed'
  detail?: string
}

/** Milliseconds spent in each stage. */
export type Timings = Record<'decode' | 'motion' | 'detect' | 'decide' | 'total', number>

/** How strong the case for an alarm was, on the scale of the models' scores. */
export interface AlarmEvidence {
  /** The most that was found at any moment of the look: an alarm is passed on as soon as that is enough. */
  value: number
  /** Nothing was left out, so that another threshold would have found the same. */
  isWhole: boolean
}

/** A picture to draw boxes on, in any format that stills come in. */
export interface AnnotateJob {
  jpeg: Uint8Array
  detections: Detection[]
  /** Long side of the result. */
  maxSide?: number
}
