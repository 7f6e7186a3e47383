import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ViewSettings } from '../types.ts'
import { evidenceFor } from './evidence.ts'

const sharedSchema = z.object({
  /** Weight of the second-best frame of a thing against its best, in bursts. */
  agreement: z.number().min(0).max(1),
  /** What is left of the evidence for a thing that is rather an animal … */
  animalWeight: z.number().min(0).max(1),
  /** … which it is when what the models see of an animal there is more than this share of what they see of the thing itself. */
  animalRatio: z.number().min(0),
  /** Correlation from which on a place counts as unchanged. */
  stillness: z.number().min(0).max(1),
  /** … and, of a vehicle or cycle, when only its texture is compared, whatever light or shadow falls on it. */
  textureStillness: z.number().min(0).max(1),
  /** Of a model's strongest case, what it counts for a like thing that another model sees elsewhere, in bursts. */
  elsewhere: z.number().min(0).max(1),
  /** Fleeting things on one frame that a model may see beyond those of any other before it is believed less: it sees snow. */
  clutter: z.number().positive(),
  /** What there has to be for a thing on its frame for it to be looked at more closely: half of what passes an alarm, or so. */
  closerFrom: z.number().min(0).max(1),
})

const committeeSchema = z.object({
  /** Probability = 1 ÷ (1 + e^−(bias + slope · evidence)). */
  bias: z.number(),
  slope: z.number().positive(),
  /** Probability from which on an alarm is true, for sensitivity 1 … 5. */
  thresholds: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]),
})

/** Raised whenever evidence is made in another way: what was found before cannot be compared with it, nor what was learnt from it. */
const EVIDENCE = 4

/** What the verdict of one set of models, a committee, is computed with; made by the evaluation command from labelled alarms. */
export const parametersSchema = z.object({
  ...sharedSchema.shape,
  ...committeeSchema.shape,
  /** The models all this was measured with, where it is not all there are: their case stands whatever the others make of it. */
  measured: z.array(z.string()).optional(),
})

export type Parameters = z.infer<typeof parametersSchema>

const fileSchema = z.object({
  shared: sharedSchema,
  committees: z.record(z.string(), z.object({ ...committeeSchema.shape, made: z.unknown() })),
})

/** The committed file as it stands. */
export type ParametersFile = z.infer<typeof fileSchema>

export const PARAMETERS_FILE = new URL('./parameters.json', import.meta.url)

/** Name of a set of models in the file. */
export const committeeKey = (models: readonly string[]): string => models.toSorted().join('+')

/** Reads the committed parameters of all committees. */
export function readParametersFile(): ParametersFile {
  return fileSchema.parse(JSON.parse(readFileSync(PARAMETERS_FILE, 'utf8')))
}

type Committee = z.infer<typeof committeeSchema>

/** How much evidence passes an alarm at the middle sensitivity. */
const evidenceNeeded = (committee: Committee): number => evidenceFor(committee.thresholds[2], committee)

/** The largest measured set among some models; of none, that which passes the most: in doubt, pass it on. */
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
 * The committed parameters of a set of models. One that was never measured gets those of the largest measured set in it, whose own
 * case the others cannot weaken; where there is none, those of the set that passes the most.
 * @returns with a `version` that changes with every one of them and is stored with each verdict
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

/** The probability from which on an alarm of this view is passed on. */
export function thresholdOf(parameters: Parameters, sensitivity: ViewSettings['sensitivity']): number {
  return parameters.thresholds[sensitivity - 1] ?? parameters.thresholds[2]
}
