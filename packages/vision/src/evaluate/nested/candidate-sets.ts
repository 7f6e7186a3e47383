import type { EnsembleMember } from '../../decide/evidence.ts'
import { committeeKey } from '../../decide/parameters.ts'
import type { Detector } from '../../detect/detector.ts'
import type { AlarmFindings } from './collect-findings.ts'
import { takenBy } from './replay.ts'

/** The networks whose sets are compared. FastestDet is in each set, because it alone looks at parts of pictures too. */
const ALWAYS = 'fastestdet'
const OTHERS = ['pvb-2003', 'yolox-nano', 'nanodet-plus-15x'] as const

/** The sets among which the sets with these names are chosen: FastestDet with each choice of the other networks. */
export const CANDIDATES: readonly (readonly string[])[] = [0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111].map(
  (choice) => [...OTHERS.filter((_, index) => (choice >> index) % 2 === 1), ALWAYS],
)

/** The most that the networks of a set may take for a frame, in milliseconds on one core. */
export const BOUND_MS: Readonly<Record<string, number>> = { recommended: 100, accurate: 300 }

/** What one run of a network takes alone on one core, in milliseconds (bench `vision`). */
const RUN_MS: Readonly<Record<string, number>> = {
  'pvb-2003': 51.5,
  'yolox-nano': 15.9,
  'nanodet-plus-15x': 49.8,
  [ALWAYS]: 5.41,
}

/** What all looks of these models take for a frame, in milliseconds. Null if a model was not timed. */
export function networksMs(
  findings: readonly AlarmFindings[],
  models: readonly (EnsembleMember & Pick<Detector, 'looks'>)[],
): number | null {
  if (models.some(({ id }) => RUN_MS[id] === undefined)) return null
  const isTaken = takenBy(models)
  let [spent, frames] = [0, 0]
  for (const { looks, framesToSee } of findings) {
    frames += framesToSee
    for (const { region } of looks.filter(isTaken)) {
      const runs = models.filter((model) => region === undefined || model.looks === 'parts')
      spent += runs.reduce((sum, { id }) => sum + (RUN_MS[id] ?? 0), 0)
    }
  }
  return spent / Math.max(1, frames)
}

/** The name of a set of models: that of its parameters. */
export const nameOfSet = (models: readonly { id: string }[]): string => committeeKey(models.map(({ id }) => id))
