import { seedOfRun } from '@winnow/testkit'
import { runCrash } from '../crash/run-crash.ts'
import type { Storm } from './main.ts'

/** Each kill meets all ways in at once. */
const KILLS = 40

export const storm: Storm = {
  title:
    'nothing that was acknowledged is lost or doubled, and all is sent, when the server and its database are killed again and again',
  async run(print) {
    const seed = seedOfRun()
    print(`Killed by WINNOW_TEST_SEED=${seed}`)
    const { lost, doubled, unread, undecided, calledLost, unsent, acknowledged, acknowledgedBy, taken, again } =
      await runCrash({
        kills: KILLS,
        seed,
        report: print,
      })
    print(`${acknowledged} messages acknowledged, ${taken} taken by receivers, ${again} came again`)
    print(
      Object.entries(acknowledgedBy)
        .map(([way, count]) => `${way} ${count}`)
        .join(', '),
    )
    const faults = Object.entries({ lost, doubled, unread, undecided, calledLost, unsent }).filter(
      ([, keys]) => keys.length > 0,
    )
    if (faults.length > 0) throw new Error(faults.map(([what, keys]) => `${what}: ${keys.join(' ')}`).join('; '))
    const idle = Object.entries(acknowledgedBy).filter(([, count]) => count < KILLS / 2)
    if (idle.length > 0) throw new Error(`too few messages were acknowledged: ${JSON.stringify(acknowledgedBy)}`)
  },
}
