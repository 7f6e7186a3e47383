import { z } from 'zod'
import { operation } from './operation.ts'
import { isoTime, objectClass, success } from './values.ts'

/** Sets of detectors that can be added by one name. */
export const DETECTOR_SETS = ['recommended', 'fast'] as const

export const DETECTOR_LIMITS = {
  /** Of one dropped file. */
  bytes: 512 * 1024 ** 2,
  /** Files dropped at once. */
  files: 20,
  /** Labelled alarms of each kind that a comparison looks at, and of one camera. */
  compared: 150,
  comparedOfCamera: 15,
  /** With fewer of a kind, a comparison says that it says little. */
  fewLabels: 30,
} as const

/** The name of a pack, as in its pack.json. */
const packId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Of so many alarms of a kind, so many were right. */
const counted = z.object({ hits: z.number().int(), of: z.number().int() })

/** True alarms passed (recall) and false ones filtered (reduction). */
const figures = z.object({ recall: counted, reduction: counted })
const measured = figures.extend({ alarms: z.number().int(), cameras: z.number().int() })

/** `unseen`: on cameras nobody who worked on the filter had seen; null where that was not measured. `fitted`: on those it was fitted on. */
const measuredSet = z.object({ unseen: measured.nullable(), fitted: measured })

const detector = z.object({
  id: packId,
  title: z.string(),
  version: z.string(),
  licence: z.string(),
  source: z.string(),
  /** `plate` looks for number plates; the others look for what matters, together. */
  capability: z.enum(['detect', 'plate']),
  sees: z.array(objectClass),
  bytes: z.number().int(),
  inUse: z.boolean(),
  usedSince: isoTime.nullable(),
  addedAt: isoTime,
  addedBy: z.string(),
  /** Milliseconds of a look in its trial. */
  lookMs: z.number().nullable(),
  /** Machines on which it is at work. */
  activeOn: z.number().int(),
  /** Why it is not at work on some machine. */
  problem: z.string().nullable(),
})
export type Detector = z.output<typeof detector>

const comparison = z.object({
  finishedAt: isoTime,
  current: z.array(packId),
  candidate: z.array(packId),
  cameras: z.number().int(),
  /** Alarms that could not be looked at, as pictures that are gone. */
  skipped: z.number().int(),
  figures: z.object({ current: figures, candidate: figures }),
  /** True alarms that only one of them passes, and false ones that only one filters. */
  only: z.object({
    passedBy: z.object({ current: z.number().int(), candidate: z.number().int() }),
    filteredBy: z.object({ current: z.number().int(), candidate: z.number().int() }),
  }),
})
export type DetectorComparison = z.output<typeof comparison>

const task = z.object({
  kind: z.enum(['add', 'add-files', 'check', 'compare']),
  /** A set, a pack, or the names of files. */
  subject: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** `hold`: live alarms come first. */
  step: z.enum(['fetch', 'try', 'store', 'current', 'candidate', 'hold']).nullable(),
  pack: z.string().nullable(),
  /** Bytes of a download, or alarms of a comparison. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed, for people. */
  problem: z.string().nullable(),
  /** Of a check: milliseconds of a look. */
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
      /** Whether exactly these detectors, and those of one's own, judge alarms. */
      inUse: z.boolean(),
      figures: measuredSet,
    }),
  ),
  machines: z.array(
    z.object({
      name: z.string(),
      /** Whether it works with what is in use. */
      isUpToDate: z.boolean(),
      problems: z.array(z.object({ id: z.string(), problem: z.string() })),
    }),
  ),
  /** What is under way, or what was last. */
  task: task.nullable(),
  comparison: comparison.nullable(),
  /** Labelled alarms that a comparison would look at. */
  labels: z.object({ true: z.number().int(), false: z.number().int() }),
})
export type DetectorsOverview = z.output<typeof overview>

const common = { tag: 'Detectors', scope: 'self', permission: 'detectors.manage' } as const

export const getDetectors = operation({
  ...common,
  id: 'detectors.get',
  method: 'GET',
  path: '/v1/detectors',
  summary: 'The detectors of the installation, those that are recommended, and what is under way',
  reply: overview,
})

export const addDetectors = operation({
  ...common,
  id: 'detectors.add',
  method: 'POST',
  path: '/v1/detectors',
  summary: 'Fetch a known set of detectors, try them, and judge alarms with them from then on',
  body: z.object({ set: z.enum(DETECTOR_SETS) }),
  reply: success,
  errors: ['CONFLICT'],
})

export const dropDetectorFile = operation({
  ...common,
  id: 'detectors.drop',
  method: 'POST',
  path: '/v1/detectors/file',
  summary:
    'Bring one file of a detector, as the raw body of at most 512 MB; it is kept for a day for detectors.addFiles',
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
  summary: 'Try the detectors among files that were brought, and keep them at hand',
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
  summary: 'Judge alarms with a detector from now on, or no longer; it stays at hand',
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
  summary: 'Try a detector once more, in a process of its own',
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
    'Look at the newest labelled alarms with the detectors in use and with others, and count; none of them: the built-in one',
  body: z.object({ packs: z.array(packId).max(20) }),
  reply: success,
  errors: ['CONFLICT', 'NOT_FOUND'],
})

export const cancelDetectorTask = operation({
  ...common,
  id: 'detectors.cancel',
  method: 'POST',
  path: '/v1/detectors/cancel',
  summary: 'Give up what is under way; nothing of it stays',
  reply: success,
})
