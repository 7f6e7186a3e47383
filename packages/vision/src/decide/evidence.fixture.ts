import type { Detection } from '../types.ts'
import type { EnsembleMember } from './evidence.ts'
import type { Parameters } from './parameters.ts'

/** Round numbers, so that results can be calculated by hand. */
export const parameters: Parameters = {
  agreement: 0.2,
  animalWeight: 0.5,
  animalRatio: 0.5,
  stillness: 0.95,
  textureStillness: 0.975,
  elsewhere: 0.5,
  clutter: 12,
  closerFrom: 0.16,
  standing: 1,
  strongest: 0,
  bias: -5,
  slope: 12,
  thresholds: [0.9, 0.7, 0.5, 0.3, 0.1],
}

/** A model with all relevant classes. */
export const named = (id: string): EnsembleMember => ({ id, sees: ['person', 'vehicle', 'cycle', 'animal', 'bag'] })
export const MODELS = [named('centernet')]

/** A person whom one model detects clearly on the first frame. */
export function detection(change: Partial<Detection> = {}): Detection {
  return {
    frame: 0,
    class: 'person',
    label: 'person',
    score: 0.8,
    box: { x: 0.4, y: 0.4, width: 0.1, height: 0.3 },
    moved: true,
    masked: false,
    static: false,
    counted: true,
    model: 'centernet',
    ...change,
  }
}
