// Claims alarms as a worker of another process does: when it is woken, or, as the baseline, by polling.
import { randomUUID } from 'node:crypto'
import { claimTask } from '@winnow/server/src/modules/analysis/claim-task.ts'
import { leaveLane } from '@winnow/server/src/modules/analysis/finish-task.ts'
import { createDb, createPool } from '@winnow/server/src/platform/db/pool.ts'
import { inSystem } from '@winnow/server/src/platform/db/transaction.ts'
import { startWorkWakes } from '@winnow/server/src/platform/events/work-wakes.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'

/** How long an idle worker of the product sleeps when nothing wakes it. */
const IDLE_MS = 500

const [url = '', how] = process.argv.slice(2)
const db = createDb(
  createPool(url, { name: 'bench claimer', maxConnections: 4, onError: (error) => console.error(error.message) }),
)
const log = createLogger({ level: 'error', write: (line) => console.error(line) })
const owner = randomUUID()
let resume = (): void => {}
let wakes = 0
if (how === 'woken')
  startWorkWakes({ url, log }).on('analysis', () => {
    wakes++
    resume()
  })
// The process ends with its parent.
process.on('disconnect', () => process.exit())

for (;;) {
  const before = wakes
  const began = process.hrtime.bigint()
  const task = await claimTask(db, owner, new Date())
  if (task) {
    process.send?.({ alarmId: task.alarmId, began, claimed: process.hrtime.bigint() })
    await inSystem(db, (tx) => leaveLane(tx, task, { done: true }))
  } else if (wakes === before)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS)
      resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  // The parent waits for this message: the worker is idle from now on.
  if (!task) process.send?.({ looked: true })
}
