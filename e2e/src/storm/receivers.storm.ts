import { seedOfRun } from '@winnow/testkit'
import { runReceiverFaults } from '../load/run-receiver-faults.ts'
import type { Storm } from './main.ts'

const SECONDS = 60
const ALARMS_PER_SECOND = 20
/** The most lines that are shown. */
const SHOWN = 20

export const storm: Storm = {
  title:
    'receivers of all kinds that are killed, hang, are slow, close their side or are restarted under 20 alarms a second lose nothing, keep the order, and know repeats by their id',
  async run(print) {
    const seed = seedOfRun()
    print(`Drawn by WINNOW_TEST_SEED=${seed}`)
    const problems = await runReceiverFaults({ seconds: SECONDS, alarmsPerSecond: ALARMS_PER_SECOND, seed, print })
    if (problems.length > 0)
      throw new Error([`${problems.length} problems`, ...problems.slice(0, SHOWN)].join('\n    '))
  },
}
