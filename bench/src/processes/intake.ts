import { setTimeout as wait } from 'node:timers/promises'
import { createToken } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { logIn } from '../../../e2e/src/harness/api-client.ts'
import { removeDataDir, startProduct } from '../../../e2e/src/harness/product.ts'
import { createCameras } from '../../../e2e/src/load/create-cameras.ts'
import { sendMails } from '../../../e2e/src/load/mail-sender.ts'
import type { Size } from '../bench.ts'
import { summarise } from '../samples.ts'
import { printTable } from '../table.ts'
import { sendUploads } from './send-uploads.ts'

const ROUNDS: Record<Size, number> = { small: 3, full: 10 }
const STILL_SECONDS = 5
const PER_SECOND = 10
const CAMERAS = 20
/** The first messages are not counted: they fill connection pools and plan caches, which are full in a running program. */
const WARM_UP = 20

/**
 * Alarms by mail and by HTTP at an even rate, alternately undisturbed and while the main process is stopped. Neither case runs the
 * analysis, because its processor time would distort one of the two.
 */
export async function printIntake(size: Size): Promise<void> {
  const product = await startProduct({
    settings: { WINNOW_DEMO: 'still', WINNOW_LOG_LEVEL: 'error', WINNOW_ROLES: 'api,intake' },
  })
  const { pid } = product.process
  try {
    const account = product.accounts['admin']
    if (!account || pid === undefined) throw new Error('the product came up without an administrator')
    const api = await logIn(product.url, account)
    const { secret: token } = await api.call(createToken, { body: { tokenType: 'ingest', name: 'Bench' } })
    const cameras = await createCameras(api, CAMERAS)
    const [scene] = await renderScene({ kind: 'person-walking', seed: 0, frames: 1, width: 704, height: 576 })
    const jpeg = scene?.jpeg ?? Buffer.alloc(0)
    const turn = async (count: number) => {
      const even = { perSecond: PER_SECOND, count }
      const viewIds = cameras.map(({ viewId }) => viewId)
      const to = cameras.map(({ address }) => address)
      const [mails, uploads, shared] = await Promise.all([
        sendMails(product.smtp, { to, pictures: [jpeg], ...even }),
        sendUploads(product.ingestUrl, { token, viewIds, jpeg, ...even }),
        sendUploads(product.url, { token, viewIds, jpeg, perSecond: 2, count: count / 5 }),
      ])
      return { ways: [mails.taken, uploads.taken, shared.taken], refused: mails.refused + uploads.refused }
    }
    const still = async () => {
      process.kill(pid, 'SIGSTOP')
      const resumed = wait(STILL_SECONDS * 1000).then(() => process.kill(pid, 'SIGCONT'))
      const sent = await turn(STILL_SECONDS * PER_SECOND)
      await resumed
      return sent
    }
    await turn(WARM_UP)
    const undisturbed: Turn[] = []
    const stopped: Turn[] = []
    for (let round = 0; round < ROUNDS[size]; round++) {
      undisturbed.push(await turn(STILL_SECONDS * PER_SECOND))
      stopped.push(await still())
    }
    console.log(`${ROUNDS[size]} turns of ${STILL_SECONDS} s each, ${PER_SECOND} mails and as many uploads a second`)
    const names = ['mail, to its 250', 'HTTP, to its 200', "HTTP by the console's port (baseline)"]
    printTable(
      ['alarms by', 'p50 ms', 'p95 ms', 'main stopped p50 ms', 'main stopped p95 ms', 'of undisturbed (p95)'],
      names.map((name, way) => {
        const [usual, then] = [undisturbed, stopped].map((turns) =>
          summarise(turns.flatMap(({ ways }) => ways[way] ?? [])),
        )
        if (!usual || !then) throw new Error('nothing was sent')
        return [name, usual.p50, usual.p95, then.p50, then.p95, then.p95 / usual.p95]
      }),
    )
    const refused = [...undisturbed, ...stopped].reduce((sum, { refused: some }) => sum + some, 0)
    console.log(`Refused by the listeners for alarms: ${refused}`)
  } finally {
    if (pid !== undefined) process.kill(pid, 'SIGCONT')
    await product.stop()
    await removeDataDir(product.dataDir)
  }
}

/** Milliseconds of each accepted alarm, by protocol. */
interface Turn {
  ways: number[][]
  refused: number
}
