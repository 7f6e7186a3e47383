/**
 * The entry point of the networks' thread. It loads the networks, then takes the requested looks and reads the requested lines, those with
 * the lowest `order` first.
 */
import { setImmediate as afterOthers } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { LineReader } from '../plates/line-reader.ts'
import { loadRecogniser } from '../plates/recogniser.ts'
import { loadNetworks } from './load-networks.ts'
import type { Network, NetworkFacts } from './network.ts'
import { takeFirst } from './take-first.ts'
import type { LookMessage, ReadMessage, ThreadMessage } from './thread-messages.ts'

const port = parentPort
if (port === null) throw new Error('This is the entry of a thread.')
const send = (message: ThreadMessage): void => port.postMessage(message)
const factsOf = ({ id, version, looks, sees, input }: Network): NetworkFacts => ({ id, version, looks, sees, input })

const folder: unknown = workerData
const { networks, plateNetworks, ruleNetworks, failures } = await loadNetworks(
  typeof folder === 'string' ? folder : undefined,
)
const all = [...networks, ...plateNetworks, ...ruleNetworks.map(({ network }) => network)]

let recogniser: Promise<LineReader> | undefined

async function look({ id, network, pixels, frame }: LookMessage): Promise<ThreadMessage> {
  const asked = all[network]
  if (asked === undefined) throw new RangeError(`there is no network ${network}`)
  return { type: 'seen', id, seen: await asked.look(pixels, frame) }
}

/** The recogniser is loaded when the first line is to be read, because most installations read none. */
async function readLine({ id, line }: ReadMessage): Promise<ThreadMessage> {
  recogniser ??= loadRecogniser()
  const reader = await recogniser.catch((error: unknown) => {
    recogniser = undefined
    throw error
  })
  return { type: 'read', id, characters: await reader.read(line) }
}

async function answer(message: LookMessage | ReadMessage): Promise<void> {
  try {
    send(await ('line' in message ? readLine(message) : look(message)))
  } catch (failure) {
    send({ type: 'failed', id: message.id, message: failure instanceof Error ? failure.message : String(failure) })
  }
}

const asked: (LookMessage | ReadMessage)[] = []
let isAtWork = false

async function work(): Promise<void> {
  if (isAtWork) return
  isAtWork = true
  for (;;) {
    // First accepts the requests that arrived during the last run. One of them may have a lower order than the waiting ones.
    await afterOthers()
    const next = takeFirst(asked)
    if (next === undefined) break
    await answer(next)
  }
  isAtWork = false
}

port.on('message', (message: LookMessage | ReadMessage) => {
  asked.push(message)
  void work()
})
send({
  type: 'ready',
  networks: networks.map(factsOf),
  plateNetworks: plateNetworks.map(factsOf),
  ruleNetworks: ruleNetworks.map(({ network, ...rest }) => ({ ...rest, facts: factsOf(network) })),
  failures,
})
