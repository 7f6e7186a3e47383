import type { RuleNeeds } from '@winnow/domain'

/** The classes to which a model's own classes are mapped. Rules and settings use only these. */
export type ObjectClass = 'person' | 'vehicle' | 'cycle' | 'animal' | 'bag' | 'other'

/** The result of an analysis. An `unverified` alarm is passed on like a `true` one, but counted separately. */
export type Verdict = 'true' | 'false' | 'unverified'

/** A closed area with three or more points in 0–1 coordinates of the frame. */
export type Polygon = ReadonlyArray<readonly [number, number]>

/**
 * The kind of light of a picture: in colour by day, or grey under infrared light at night. Facts learnt in one are not valid in the other.
 */
export type Light = 'colour' | 'grey'

/** The settings of a camera. Sensitivity 3 is the default, and 5 passes the most alarms. */
export interface ViewSettings {
  masks: Polygon[]
  wantedClasses: ObjectClass[]
  sensitivity: 1 | 2 | 3 | 4 | 5
  /** Whether this is a thermal camera, in whose pictures colour and brightness have no meaning. */
  thermal?: boolean
  /**
   * Whether to look at every picture to the end, although the verdict is certain earlier, so that all pictures show what is on them. This
   * does not influence the verdict.
   */
  looksToEnd?: boolean
  /**
   * Whether to look at clips and bursts more densely and to follow people and vehicles over the pictures. It can make an alarm true, and never
   * makes one false.
   */
  follows?: boolean
  /** Whether to gather the objects that the pictures show, with their colours, so that people can search for them. */
  keepsObjects?: boolean
  /** Whether to read number plates too. This does not influence the verdict. */
  readPlates?: boolean
  /** What the rules of the camera ask for. Left out: it has none. */
  rules?: RuleNeeds
}

/** A received file, or a frame that was stored earlier. */
export interface MediaInput {
  id: string
  bytes: Uint8Array
  name?: string
  /** Whether the sender declared the file as a picture or a clip. */
  claimsMedia?: boolean
  /** The time after the alarm's first picture in milliseconds, if the device reported it. */
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
 * The reason why a detection does not support the alarm. `animal`: it is probably an animal. `uncertain`: its score is too low. `masked`:
 * it is in a masked area. `static`: it is part of the scene. `unwanted`: its class is not wanted.
 */
export type Doubt = 'animal' | 'uncertain' | 'masked' | 'static' | 'unwanted'

/** One object that a model detected on one frame, with all conclusions about it. */
export interface Detection {
  /** The index of the frame in `AlarmAnalysis.frames`. */
  frame: number
  class: ObjectClass
  /** The model's name for the object, such as `truck`. */
  label: string
  /** The score that the model returned, 0–1. */
  score: number
  box: Box
  /** Whether the object changed its place or appearance between the frames. Null if this is unknown, as with a single frame. */
  moved: boolean | null
  /** Whether the object is in a masked area. */
  masked: boolean
  /** Whether the object is part of the scene: it did not move, or is known from earlier alarms. */
  static: boolean
  /** Whether the detection is used as evidence: its class is wanted, and it is neither masked nor static. */
  counted: boolean
  /** The reason why the detection does not support the alarm. Null if it does, undefined before the decision. */
  doubt?: Doubt | null
  /** The id of the model pack that detected the object. */
  model: string
}

/** One place of a followed object. */
export interface TrackPoint {
  /** The index of the frame in `AlarmAnalysis.frames`. */
  frame: number
  /** The time of the frame as in `FrameResult.offsetMs`. */
  offsetMs: number | null
  box: Box
}

/** The colours that clothes and vehicles are told apart by. */
export type ColourName =
  | 'black'
  | 'white'
  | 'grey'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'brown'

/** One object that the pictures of an alarm show. */
export interface FoundObject {
  /** The index of the frame that shows it most surely. */
  frame: number
  /** The time of that frame as in `FrameResult.offsetMs`. */
  offsetMs: number | null
  class: ObjectClass
  label: string
  /** 0–1. */
  score: number
  box: Box
  /** Its boxes on all frames that show it. */
  places: Box[]
  /** The colour of a person's upper clothes, or of a vehicle; null if it cannot be told. */
  upper: ColourName | null
  /** The colour of a person's lower clothes; null if it cannot be told. */
  lower: ColourName | null
  /** The plate of a vehicle, if plates were read. */
  plate: { text: string; isSure: boolean } | null
}

/** The path of one person or vehicle over the pictures of an alarm. */
export interface Track {
  class: ObjectClass
  /** The best score on any picture, 0–1. */
  score: number
  /** At least two, in the order of time. */
  points: TrackPoint[]
}

/** One analysed picture. */
export interface FrameResult {
  mediaId: string
  /** The index of the picture within its file. 0 for a still. */
  index: number
  /** The width in pixels, after the orientation in the file was applied. */
  width: number
  height: number
  offsetMs: number | null
  /** The frame as a JPEG. Only for frames of a clip, and for stills that cannot be sent to browsers unchanged. */
  jpeg?: Uint8Array
  /** The places where this frame differs from the background. */
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

/** The strength of the evidence for an alarm. */
export interface AlarmEvidence {
  /** The highest evidence at any moment of the analysis, on the scale of the models' scores (0–1). */
  value: number
  /** Whether `value` would be sufficient to determine the verdict under any threshold, because no relevant look was left out. */
  isWhole: boolean
}

/** A picture on which boxes are drawn, in any supported format of stills. */
export interface AnnotateJob {
  jpeg: Uint8Array
  detections: Detection[]
  /** The part of the picture to show. Left out: all of it. */
  crop?: Box
  /** The longer side of the result in pixels. */
  maxSide?: number
}

/** A picture of a clip, and how long it is shown, in milliseconds. */
export interface ClipPicture extends Pick<AnnotateJob, 'jpeg' | 'detections'> {
  showMs: number
}

/** Pictures that become a clip, in their order. */
export interface ClipJob {
  pictures: readonly ClipPicture[]
  /** The longer side of the clip in pixels. */
  maxSide: number
}
