import type { Bench } from '../bench.ts'
import { printIntake } from './intake.ts'
import { printWakes } from './wakes.ts'

/** The benefit of several processes: intake while the main process is stopped, and the delay until other processes learn of new work. */
export const bench: Bench = async ({ size }) => {
  await printIntake(size)
  await printWakes(size)
}
