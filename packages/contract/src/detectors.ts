import { z } from 'zod'
import { operation } from './operation.ts'
import { isoTime, objectClass, success } from './values.ts'

/** Sets of detectors that can be installed by name. */
export const DETECTOR_SETS = ['recommended', 'accurate', 'fast'] as const

export const DETECTOR_LIMITS = {
  /** Maximum size of one uploaded file. */
  bytes: 512 * 1024 ** 2,
  /** Maximum number of files in one upload. */
  files: 20,
  /** Maximum number of labelled alarms that a comparison analyses, for each label; `comparedOfCamera` is the maximum for one camera. */
  compared: 150,
  comparedOfCamera: 15,
  /** With fewer alarms for a label, a comparison warns that its result is not reliable. */
  fewLabels: 30,
} as const

/** The id of a pack, as in its pack.json. */
const packId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A number of alarms with the same label (`of`), and how many of them were judged correctly (`hits`). */
const counted = z.object({ hits: z.number().int(), of: z.number().int() })

/** The share of true alarms that were passed (recall) and of false alarms that were filtered (reduction). */
const figures = z.object({ recall: counted, reduction: counted })
/** A share with its 95 % interval: the wider of one over cameras and one over alarms. */
const shareOfCameras = counted.extend({ low: z.number(), high: z.number() })

/** Measured at sensitivity 3. Each camera is judged by what was chosen on the other cameras, so that these figures are to be expected of new ones. */
const measuredSet = z.object({
  recall: shareOfCameras,
  reduction: shareOfCameras,
  alarms: z.number().int(),
  cameras: z.number().int(),
})

const detector = z.object({
  id: packId,
  title: z.string(),
  version: z.string(),
  licence: z.string(),
  source: z.string(),
  /**
   * All detectors with `detect` together find the relevant objects, and one with `plate` finds number plates. The others see what an advanced
   * rule looks for: equipment, smoke and fire, broken panes, aggressive behaviour.
   */
  capability: z.enum(['detect', 'plate', 'ppe', 'fire', 'glass', 'behaviour']),
  sees: z.array(objectClass),
  bytes: z.number().int(),
  inUse: z.boolean(),
  usedSince: isoTime.nullable(),
  addedAt: isoTime,
  addedBy: z.string(),
  /** Milliseconds that the detector took for one picture when it was tested; null if it was not measured. */
  lookMs: z.number().nullable(),
  /** Number of machines on which the detector is active. */
  activeOn: z.number().int(),
  /** Why the detector is not active on one of the machines; null if there is no problem. */
  problem: z.string().nullable(),
})
export type Detector = z.output<typeof detector>

const comparison = z.object({
  finishedAt: isoTime,
  current: z.array(packId),
  candidate: z.array(packId),
  cameras: z.number().int(),
  /** Number of alarms that could not be analysed, for example because their pictures no longer exist. */
  skipped: z.number().int(),
  figures: z.object({ current: figures, candidate: figures }),
  /**
   * `passedBy`: number of true alarms that are passed only by the current or only by the candidate detectors. `filteredBy`: number of false
   * alarms that are filtered only by one of them.
   */
  only: z.object({
    passedBy: z.object({ current: z.number().int(), candidate: z.number().int() }),
    filteredBy: z.object({ current: z.number().int(), candidate: z.number().int() }),
  }),
})
export type DetectorComparison = z.output<typeof comparison>

const task = z.object({
  kind: z.enum(['add', 'add-files', 'check', 'compare']),
  /** The name of a set, the id of a pack, or the names of the files. */
  subject: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** `hold`: the task is paused, because live alarms have priority. */
  step: z.enum(['fetch', 'try', 'store', 'current', 'candidate', 'hold']).nullable(),
  pack: z.string().nullable(),
  /** Progress: bytes of a download, or alarms of a comparison. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** The reason for a failure, as a text for users. */
  problem: z.string().nullable(),
  /** For a check: milliseconds to analyse one picture. */
  lookMs: z.number().nullable(),
  startedBy: z.string(),
  startedAt: isoTime,
  finishedAt: isoTime.nullable(),
})
export type DetectorTask = z.output<typeof task>

const overview = z.object({
  detectors: z.array(detector),
  builtin: z.object({ inUse: z.boolean(), activeOn: z.number().int(), licence: z.string(), figures: measuredSet }),
  sets: z.array(
    z.object({
      name: z.enum(DETECTOR_SETS),
      packs: z.array(
        z.object({
          id: packId,
          title: z.string(),
          licence: z.string(),
          source: z.string(),
          bytes: z.number().int(),
          isHere: z.boolean(),
        }),
      ),
      /** Whether alarms are judged by exactly the detectors of this set and the user's own detectors. */
      inUse: z.boolean(),
      /** Null if not measured. */
      figures: measuredSet.nullable(),
    }),
  ),
  machines: z.array(
    z.object({
      name: z.string(),
      /** Whether the machine uses the detectors that are currently in use. */
      isUpToDate: z.boolean(),
      problems: z.array(z.object({ id: z.string(), problem: z.string() })),
    }),
  ),
  /** The running task, or the last one if none is running; null if there was none. */
  task: task.nullable(),
  comparison: comparison.nullable(),
  /** Number of labelled alarms that a comparison would analyse. */
  labels: z.object({ true: z.number().int(), false: z.number().int() }),
})
export type DetectorsOverview = z.output<typeof overview>

const common = { tag: 'Detectors', scope: 'self', permission: 'detectors.manage' } as const

export const getDetectors = operation({
  ...common,
  id: 'detectors.get',
  method: 'GET',
  path: '/v1/detectors',
  summary: 'The detectors of the installation, the recommended ones, and the running task',
  reply: overview,
})

export const addDetectors = operation({
  ...common,
  id: 'detectors.add',
  method: 'POST',
  path: '/v1/detectors',
  summary: 'Download a known set of detectors, test them, and activate them',
  unaudited: 'a task; what comes of it is told when it is done',
  body: z.object({ set: z.enum(DETECTOR_SETS) }),
  reply: success,
  errors: ['CONFLICT'],
})

export const dropDetectorFile = operation({
  ...common,
  id: 'detectors.drop',
  method: 'POST',
  path: '/v1/detectors/file',
  summary: 'Upload one file of a detector as the raw body, at most 512 MB. It is kept for a day for detectors.addFiles',
  uploads: ['application/octet-stream'],
  maxBytes: DETECTOR_LIMITS.bytes,
  reply: z.object({ sha256, bytes: z.number().int() }),
  errors: ['STORAGE_FULL'],
})

export const addDetectorFiles = operation({
  ...common,
  id: 'detectors.addFiles',
  method: 'POST',
  path: '/v1/detectors/files',
  summary: 'Test the detectors among the uploaded files, and store them',
  unaudited: 'a task; what comes of it is told when it is done',
  body: z.object({
    files: z
      .array(z.object({ sha256, name: z.string().trim().min(1).max(200) }))
      .min(1)
      .max(DETECTOR_LIMITS.files),
  }),
  reply: success,
  errors: ['CONFLICT', 'NOT_FOUND'],
})

const packParams = z.object({ pack: packId })

export const setDetectorUse = operation({
  ...common,
  id: 'detectors.use',
  method: 'PUT',
  path: '/v1/detectors/:pack',
  summary: 'Activate or deactivate a detector. It stays stored',
  params: packParams,
  body: z.object({ inUse: z.boolean() }),
  reply: success,
  errors: ['CONFLICT', 'NOT_FOUND'],
})

export const checkDetector = operation({
  ...common,
  id: 'detectors.check',
  method: 'POST',
  path: '/v1/detectors/:pack/check',
  summary: 'Test a detector again, in a separate process',
  unaudited: 'a task; what comes of it is told when it is done',
  params: packParams,
  reply: success,
  errors: ['CONFLICT', 'NOT_FOUND'],
})

export const removeDetector = operation({
  ...common,
  id: 'detectors.remove',
  method: 'DELETE',
  path: '/v1/detectors/:pack',
  summary: 'Remove a detector from the installation',
  params: packParams,
  reply: success,
  errors: ['CONFLICT', 'NOT_FOUND'],
})

export const compareDetectors = operation({
  ...common,
  id: 'detectors.compare',
  method: 'POST',
  path: '/v1/detectors/comparison',
  summary:
    'Compare the active detectors with others on the newest labelled alarms. An empty list means the built-in detector',
  unaudited: 'a task; what comes of it is told when it is done',
  body: z.object({ packs: z.array(packId).max(20) }),
  reply: success,
  errors: ['CONFLICT', 'NOT_FOUND'],
})

export const cancelDetectorTask = operation({
  ...common,
  id: 'detectors.cancel',
  method: 'POST',
  path: '/v1/detectors/cancel',
  summary: 'Cancel the running task. Nothing of it is kept',
  unaudited: 'a task; what comes of it is told when it is done',
  reply: success,
})
