import type { Bench } from '../bench.ts'
import { printEngine } from './engine.ts'
import { printLooks } from './looks.ts'
import { printPlates } from './plates.ts'

/** Rules: 20 of them on an alarm, plates on lists of 100,000, and what turned pictures and plates cost beside the bare networks. */
export const bench: Bench = async ({ size }) => {
  printEngine(size)
  await printPlates(size)
  await printLooks(size)
}
