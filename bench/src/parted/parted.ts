import type { Bench } from '../bench.ts'
import { printIntake } from './intake.ts'
import { printWakes } from './wakes.ts'

/** What parting the work among processes is worth: intake while the main process stands still, and how soon others hear of work. */
export const bench: Bench = async ({ size }) => {
  await printIntake(size)
  await printWakes(size)
}
