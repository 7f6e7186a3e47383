import type { RuleCapability } from '@winnow/domain'
import { z } from 'zod'
import { classNamesOf } from '../detect/class-names.ts'

/** What packs for advanced rules see. Their labels need no meaning in Winnow's classes. */
export const RULE_PACKS = ['ppe', 'fire', 'glass', 'behaviour'] as const satisfies RuleCapability[]

const objectClass = z.enum(['person', 'vehicle', 'cycle', 'animal', 'bag', 'other'])
const triple = z.tuple([z.number(), z.number(), z.number()])
/** Three divisors. They must not be 0, because division by 0 would make all inputs and outputs of the network invalid. */
const divisors = z.tuple([z.number().min(0.001), z.number().min(0.001), z.number().min(0.001)])

/** How to decode the outputs of a network, with their names. */
const familySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('centernet'), keypoints: z.string(), reach: z.string() }),
  z.object({ kind: z.literal('yolox'), output: z.string() }),
  z.object({ kind: z.literal('nanodet'), classes: z.string(), distances: z.string() }),
  z.object({ kind: z.literal('nanodet-plus'), output: z.string() }),
  z.object({ kind: z.literal('fastestdet'), output: z.string() }),
  z.object({ kind: z.literal('atss') }),
  z.object({ kind: z.literal('yolo'), output: z.string(), layout: z.enum(['rows', 'columns', 'final']) }),
  z.object({
    kind: z.literal('detr'),
    logits: z.string(),
    boxes: z.string(),
    scores: z.enum(['sigmoid', 'softmax']).default('sigmoid'),
  }),
  z.object({
    kind: z.literal('ssd'),
    boxes: z.string(),
    scores: z.string(),
    labels: z.string(),
    edges: z.enum(['ltrb', 'tlbr']),
    unit: z.enum(['pixels', 'share']),
    first: z.union([z.literal(0), z.literal(1)]).default(1),
  }),
])

/** The equipment that a rule can require, as labels of a network name it. */
const PPE_ITEMS = ['helmet', 'vest', 'mask', 'gloves', 'goggles', 'boots'] as const
const namesEquipment = (label: string): boolean =>
  PPE_ITEMS.some((item) => label.toLowerCase().includes(item)) || label.toLowerCase() === 'head'

const fieldsSchema = z.object({
  /** The id of the pack, which is also the name of its folder. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  version: z.string().min(1).max(40),
  title: z.string().min(1).max(120),
  licence: z.string().min(1).max(80),
  /** The origin of the pack, as a text for people. */
  source: z.string().min(1).max(500),
  /**
   * All `detect` packs together look for relevant objects. `plate` packs look for number plates on detected vehicles. The others look only at
   * alarms of cameras with a rule that needs them, and have no part in the verdict but by that rule: `ppe` protective equipment, or people
   * without it; `fire` smoke and flames; `glass` broken panes; `behaviour` people who fight or threaten.
   */
  capability: z.enum(['detect', 'plate', ...RULE_PACKS]),
  /** The ONNX file beside this one, and its SHA-256 in hexadecimal. */
  file: z.string().regex(/^[\w.-]+\.onnx$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  input: z.object({
    name: z.string().min(1),
    width: z.int().min(32).max(2048),
    height: z.int().min(32).max(2048),
    colours: z.enum(['rgb', 'bgr']),
    /** The values that are subtracted from the levels (0–255) of the colours, in the network's order, before dividing by `deviation`. */
    mean: triple.default([0, 0, 0]),
    deviation: divisors.default([1, 1, 1]),
    /**
     * How a picture fits into the input. `stretch`: it is scaled to the input's shape. `pad`: it keeps its proportions, is placed in the
     * upper left corner, and this grey level fills the rest.
     */
    fit: z.union([z.literal('stretch'), z.object({ pad: z.int().min(0).max(255) })]),
  }),
  /** `parts` if the detector should also run on parts of a frame, because it finds more objects there. */
  looks: z.enum(['whole', 'parts']).default('parts'),
  family: familySchema,
  /** The names of the network's classes in the order of their numbers, or `coco-80` for the names of COCO. */
  labels: z.union([z.literal('coco-80'), z.array(z.string().min(1)).min(1)]),
  /** Maps the network's class names to Winnow's classes. A name that is not listed becomes `other`. The names of COCO need no mapping. */
  classes: z.record(z.string(), objectClass).default({}),
  /** The score from which detections are used. Detections with a lower score are noise. */
  floor: z.number().min(0.01).max(0.9).default(0.1),
  /** Of two boxes of one class whose intersection over union is larger, only the one with the higher score is kept. */
  suppressAt: z.number().min(0.1).max(0.9).default(0.5),
})

/** The format of `pack.json`, which contains everything that is needed to use the file of a detector. */
export const packManifestSchema = fieldsSchema
  .refine(({ capability, labels }) => capability === 'detect' || labels !== 'coco-80', {
    path: ['labels'],
    message: 'the classes of COCO are for packs that detect people and vehicles; name those of the network',
  })
  .refine(({ capability, labels }) => capability !== 'ppe' || (labels !== 'coco-80' && labels.some(namesEquipment)), {
    path: ['labels'],
    message: `none of them names equipment that a rule can require (${PPE_ITEMS.join(', ')}), such as helmet or no-helmet`,
  })
  .refine(
    ({ labels, classes }) => labels === 'coco-80' || Object.keys(classes).every((word) => labels.includes(word)),
    {
      path: ['classes'],
      message: 'gives a meaning to words that are not among the labels',
    },
  )
  .refine(
    ({ capability, ...names }) => capability !== 'detect' || classNamesOf(names).sees.some((one) => one !== 'other'),
    {
      path: ['classes'],
      message:
        'gives none of the labels a meaning (person, vehicle, cycle, animal, bag), so nothing it sees would count',
    },
  )

export type PackManifest = z.infer<typeof packManifestSchema>
