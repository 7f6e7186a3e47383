import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ViewSettings } from '../types.ts'
import { evidenceFor } from './probability-curve.ts'

const sharedSchema = z.object({
  /** In bursts: the weight of an object's second-best frame; the rest is the weight of its best one. */
  agreement: z.number().min(0).max(1),
  /** The factor on the evidence of an object that is probably an animal … */
  animalWeight: z.number().min(0).max(1),
  /** … which it is when the models' support for an animal there is more than this multiple of their support for the object itself. */
  animalRatio: z.number().min(0),
  /** Correlation above which a place counts as unchanged. */
  stillness: z.number().min(0).max(1),
  /** … and the one for vehicles and cycles when only texture is compared, whatever light or shadow falls on it. */
  textureStillness: z.number().min(0).max(1),
  /** In bursts: the share of a model's strongest evidence that counts for an object of the same class that another model sees elsewhere. */
  elsewhere: z.number().min(0).max(1),
  /**
   * The number of short-lived objects on a frame that a model may see beyond those of all others. With more, it probably sees snow, and its
   * evidence is reduced.
   */
  clutter: z.number().positive(),
  /** The support on its own frame that an object needs for a closer look: about half of what makes an alarm true. */
  closerFrom: z.number().min(0).max(1),
})

const committeeSchema = z.object({
  /** Probability = 1 ÷ (1 + e^−(bias + slope · evidence)). */
  bias: z.number(),
  slope: z.number().positive(),
  /** The probability at which an alarm becomes true, for sensitivity 1 … 5. */
  thresholds: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]),
})

/**
 * Incremented whenever evidence is computed in another way. Evidence of different versions, and what was learnt from it, cannot be
 * compared.
 */
const EVIDENCE = 4

/**
 * The parameters for the verdict of one set of models (a committee, that is an ensemble that was measured together). The evaluation command
 * fits them to labelled alarms.
 */
export const parametersSchema = z.object({
  ...sharedSchema.shape,
  ...committeeSchema.shape,
  /** The models that these parameters were measured with, if not all. Other models cannot reduce their evidence. */
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

type Committee = z.infer<typeof committeeSchema>

/** The evidence that makes an alarm true at the middle sensitivity. */
const evidenceNeeded = (committee: Committee): number => evidenceFor(committee.thresholds[2], committee)

/** The largest measured set among some models. If they contain none, the set that passes the most alarms: in doubt, pass them on. */
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
 * The committed parameters of a set of models. A set that was never measured gets those of the largest measured set in it, whose evidence
 * the others cannot reduce. If there is none, it gets those of the set that passes the most.
 * @returns also a `version` that changes with each of them and is stored with each verdict
 */
export function loadParameters(models: readonly string[]): { parameters: Parameters; version: string } {
  const { shared, committees } = readParametersFile()
  const known = committees[committeeKey(models)]
  const [measured, { bias, slope, thresholds }] = known ? [undefined, known] : nearest(committees, models)
  const parameters: Parameters = { ...shared, bias, slope, thresholds, ...(measured && { measured }) }
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
