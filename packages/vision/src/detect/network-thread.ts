import { Worker } from 'node:worker_threads'
import type { LineReader, ReadCharacter } from '../plates/line-reader.ts'
import type { Seen } from './detector.ts'
import type { LoadedNetworks } from './load-networks.ts'
import type { Network, NetworkFacts } from './network.ts'
import type { LookMessage, ReadMessage, ThreadMessage } from './thread-messages.ts'

const ENTRY = new URL('./network-thread-main.ts', import.meta.url)

/** Networks that run in a separate thread. */
export interface NetworkThread extends LoadedNetworks {
  /** Reads lines of text in that thread. */
  lines: LineReader
  /** Resolves when the thread has ended, because of `close` or an error. After that, every look fails. */
  ended: Promise<void>
  /** Ends the thread. Pending looks fail. */
  close(): Promise<void>
}

/** The networks of the thread, in the order in which the thread counts them. */
function networksOf(
  { networks, plateNetworks, ruleNetworks }: Extract<ThreadMessage, { type: 'ready' }>,
  proxy: (facts: NetworkFacts, network: number) => Network,
): Omit<LoadedNetworks, 'failures'> {
  const before = networks.length + plateNetworks.length
  return {
    networks: networks.map(proxy),
    plateNetworks: plateNetworks.map((facts, place) => proxy(facts, networks.length + place)),
    ruleNetworks: ruleNetworks.map(({ facts, ...rest }, place) => ({ ...rest, network: proxy(facts, before + place) })),
  }
}

/**
 * Loads the networks of this installation in a separate thread. A run of ONNX Runtime blocks its thread. In a separate thread, it does not
 * prevent the calling thread from decoding and comparing pictures. A process can have only one such thread, because the runtime's binding
 * keeps thread-specific data in one global place.
 * @param folder the folder of the packs; without it only the built-in detector is loaded
 */
export async function startNetworkThread(folder?: string): Promise<NetworkThread> {
  const worker = new Worker(ENTRY, { workerData: folder })
  const looks = new Map<number, PromiseWithResolvers<Seen>>()
  const lines = new Map<number, PromiseWithResolvers<ReadCharacter[]>>()
  const ready = Promise.withResolvers<Extract<ThreadMessage, { type: 'ready' }>>()
  const ended = Promise.withResolvers<void>()
  let over: Error | undefined
  let nextId = 0

  worker.on('message', (message: ThreadMessage) => {
    if (message.type === 'ready') {
      ready.resolve(message)
      return
    }
    if (message.type === 'seen') looks.get(message.id)?.resolve(message.seen)
    else if (message.type === 'read') lines.get(message.id)?.resolve(message.characters)
    else (looks.get(message.id) ?? lines.get(message.id))?.reject(new Error(message.message))
    looks.delete(message.id)
    lines.delete(message.id)
  })
  const fail = (error: Error): void => {
    over = error
    ready.reject(error)
    for (const asked of [...looks.values(), ...lines.values()]) asked.reject(error)
    looks.clear()
    lines.clear()
  }
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => {
    fail(over ?? new Error('the thread of the networks has ended'))
    ended.resolve()
  })

  const loaded = await ready.promise
  const ask = <T>(
    waiting: Map<number, PromiseWithResolvers<T>>,
    request: Omit<LookMessage, 'id'> | Omit<ReadMessage, 'id'>,
  ) => {
    if (over !== undefined) throw over
    const id = nextId++
    const asked = Promise.withResolvers<T>()
    waiting.set(id, asked)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ id, ...request } satisfies LookMessage | ReadMessage)
    return asked.promise
  }
  const proxy = (facts: NetworkFacts, network: number): Network => ({
    ...facts,
    look: async (pixels, frame, order = 0) => ask(looks, { network, pixels, frame, order }),
  })
  return {
    ...networksOf(loaded, proxy),
    lines: { read: async (line, order = 0) => ask(lines, { line, order }) },
    failures: loaded.failures,
    ended: ended.promise,
    close: async () => {
      await worker.terminate()
    },
  }
}
