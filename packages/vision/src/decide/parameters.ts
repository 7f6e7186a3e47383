import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ViewSettings } from '../types.ts'
import { evidenceFor } from './probability-curve.ts'

const sharedSchema = z.object({
  /** In bursts (alarms with several frames): the weight of an object's second-best frame. The weight of its best frame is 1 minus this. */
  agreement: z.number().min(0).max(1),
  /** The factor on the score of a detection that is probably an animal, see `animalRatio`. */
  animalWeight: z.number().min(0).max(1),
  /**
   * A detection is probably an animal if the models' support for an animal at its place is more than this multiple of their support for the
   * detection's own class.
   */
  animalRatio: z.number().min(0),
  /** The factor on the score of a person whose place did not change at all in a burst: goods, posts and fittings are taken for people. */
  standing: z.number().min(0).max(1),
  /** The weight of the strongest of all models' votes on an object; the weight of their mean is 1 minus this. */
  strongest: z.number().min(0).max(1),
  /** The correlation from which a place counts as unchanged. */
  stillness: z.number().min(0).max(1),
  /** The correlation from which a place counts as unchanged if only its texture is compared, without the light. Not used for persons. */
  textureStillness: z.number().min(0).max(1),
  /**
   * In bursts: the share of a model's strongest evidence that counts for an object of the same class which another model sees elsewhere.
   */
  elsewhere: z.number().min(0).max(1),
  /**
   * How many more objects that appear on only one frame a model may see than any other model. A model that sees even more of them is
   * probably looking at snow, and its evidence is reduced.
   */
  clutter: z.number().positive(),
  /**
   * The support from all models on its frame from which an object gets a closer look: about half of the evidence that makes an alarm true.
   */
  closerFrom: z.number().min(0).max(1),
})

const committeeSchema = z.object({
  /** Probability = 1 ÷ (1 + e^−(bias + slope · evidence)). */
  bias: z.number(),
  slope: z.number().positive(),
  /** The probability at which an alarm becomes true, for sensitivity 1 … 5. */
  thresholds: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]),
  /** Shared weights that are better otherwise for this set of models. */
  weights: sharedSchema.partial().optional(),
})

/**
 * The version of the way in which evidence is computed; increment it with every change. Evidence of different versions, and adjustments
 * learnt from it, cannot be compared.
 */
const EVIDENCE = 5

/**
 * The parameters for the verdict of one set of models (a committee, that is an ensemble that was measured together). The evaluation command
 * fits them to labelled alarms.
 */
export const parametersSchema = z.object({
  ...sharedSchema.shape,
  ...committeeSchema.omit({ weights: true }).shape,
  /** The models that these parameters were measured with. Undefined if all models. The other models cannot reduce the evidence of these. */
  measured: z.array(z.string()).optional(),
})

export type Parameters = z.infer<typeof parametersSchema>

const fileSchema = z.object({
  shared: sharedSchema,
  committees: z.record(z.string(), z.object({ ...committeeSchema.shape, made: z.unknown() })),
})

/** The content of the committed file. */
export type ParametersFile = z.infer<typeof fileSchema>

export const PARAMETERS_FILE = new URL('./parameters.json', import.meta.url)

/** The key of a set of models in the file. */
export const committeeKey = (models: readonly string[]): string => models.toSorted().join('+')

/** Reads the committed parameters of all committees. */
export function readParametersFile(): ParametersFile {
  return fileSchema.parse(JSON.parse(readFileSync(PARAMETERS_FILE, 'utf8')))
}

/** What is fitted to one set of models. */
export type Committee = z.infer<typeof committeeSchema>

/** Returns the evidence that makes an alarm true at the middle sensitivity. */
const evidenceNeeded = (committee: Committee): number => evidenceFor(committee.thresholds[2], committee)

/**
 * Returns the largest measured set that these models contain, with its model ids. If they contain none, returns no ids and the parameters
 * of the set that passes the most alarms, because in doubt an alarm should be passed on.
 */
function nearest(committees: ParametersFile['committees'], models: readonly string[]): [string[], Committee] {
  const [careful, ...others] = Object.entries(committees)
    .map(([key, committee]): [string[], Committee] => [key.split('+'), committee])
    .toSorted(([, a], [, b]) => evidenceNeeded(a) - evidenceNeeded(b))
  if (careful === undefined) throw new Error('decide/parameters.json names no models')
  const [within] = [careful, ...others]
    .filter(([ids]) => ids.every((id) => models.includes(id)))
    .toSorted(([a], [b]) => b.length - a.length)
  return within ?? [[], careful[1]]
}

/**
 * Returns the committed parameters of a set of models. A set that was never measured gets the parameters of the largest measured set within
 * it, and the remaining models cannot reduce the evidence of that set. If it contains no measured set, it gets the parameters of the
 * committee that passes the most alarms.
 * @returns also a `version`, which changes with any parameter and is stored with each verdict
 */
export function loadParameters(models: readonly string[]): { parameters: Parameters; version: string } {
  const { shared, committees } = readParametersFile()
  const known = committees[committeeKey(models)]
  const [measured, { bias, slope, thresholds, weights }] = known ? [undefined, known] : nearest(committees, models)
  const weighed = sharedSchema.parse({ ...shared, ...weights })
  const parameters: Parameters = { ...weighed, bias, slope, thresholds, ...(measured && { measured }) }
  const version = createHash('sha256')
    .update(JSON.stringify([EVIDENCE, parameters]))
    .digest('hex')
    .slice(0, 12)
  return { parameters, version }
}

/** The probability at which an alarm of this view is passed on. */
export function thresholdOf(parameters: Parameters, sensitivity: ViewSettings['sensitivity']): number {
  return parameters.thresholds[sensitivity - 1] ?? parameters.thresholds[2]
}
