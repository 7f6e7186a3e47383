/** The entry point of a child process. It loads the models, then answers tasks until its parent disconnects. */
import { flushCompileCache } from 'node:module'
import { createAnalyser } from '../analyse/analyser.ts'
import { annotate } from '../annotate/annotate.ts'
import { makeClip } from '../clip/make-clip.ts'
import { restrictDecoders } from '../decode/restrict-decoders.ts'
import { detectorOf } from '../detect/network.ts'
import { startNetworkThread } from '../detect/network-thread.ts'
import { createPlateReader } from '../plates/plate-reader.ts'
import { isTaskMessage } from './messages.ts'
import type { ChildMessage, TaskMessage } from './messages.ts'

/** The share of a job's time limit after which the child answers with partial results, before it is killed. */
const SOFT_SHARE = 0.8

// Ctrl-C sends SIGINT to the whole process group, but only the parent may decide when work stops.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit(0))

function send(message: ChildMessage): void {
  process.send?.(message, undefined, undefined, (error) => {
    if (error) process.exit(0)
  })
}

restrictDecoders()
const { networks, plateNetworks, ruleNetworks, lines, failures, ended } = await startNetworkThread(process.argv[2])
// Without the networks' thread, every later alarm would be passed on unverified. So this process ends, and the parent starts another one.
void ended.then(() => process.exit(1))
const analyser = createAnalyser({
  detectors: networks.map(detectorOf),
  plateReader: createPlateReader(lines, plateNetworks.map(detectorOf)),
  ruleDetectors: ruleNetworks.map(({ network, ...rest }) => ({ ...rest, detector: detectorOf(network) })),
})

process.on('message', (message) => {
  if (isTaskMessage(message)) void answer(message)
})

async function answer({ id, task }: TaskMessage): Promise<void> {
  send({ type: 'started', id })
  try {
    if (task.kind === 'annotate') {
      send({ type: 'done', id, result: await annotate(task.job), inferenceMs: 0 })
      return
    }
    if (task.kind === 'clip') {
      const clip = await makeClip(task.job, performance.now() + task.timeoutMs * SOFT_SHARE)
      send({ type: 'done', id, result: clip, inferenceMs: 0 })
      return
    }
    const { analysis, inferenceMs } = await analyser.analyse(task.job, { softTimeoutMs: task.timeoutMs * SOFT_SHARE })
    send({ type: 'done', id, result: analysis, inferenceMs })
  } catch (error) {
    send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  }
}

const loaded = [...networks, ...plateNetworks, ...ruleNetworks.map(({ network }) => network)].map(
  ({ id, version }) => ({ id, version }),
)
send({ type: 'ready', loaded, failures })
// The parent kills its children, and a killed process keeps no compiled code for the next one. Does nothing without such a cache.
flushCompileCache()
