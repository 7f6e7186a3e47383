import type { Committee } from '../learn/adjustment.ts'
import { loadParameters } from './parameters.ts'
import { evidenceFor } from './probability-curve.ts'

export const SENSITIVITIES = [1, 2, 3, 4, 5] as const
const PACK = 'centernet'
const { parameters, version } = loadParameters([PACK])

/** The models and parameters of these tests. */
export const committeeOf = (): Committee => ({ packs: [{ id: PACK, version: '2' }], parameters: version })

/** Evidence on the way from the threshold of one sensitivity (0) to that of another (1). */
export function evidenceOf(from: number, to: number, share: number): number {
  const [a, b] = [from, to].map((sensitivity) => evidenceFor(parameters.thresholds[sensitivity - 1] ?? 0.5, parameters))
  return (a ?? 0) + share * ((b ?? 0) - (a ?? 0))
}
