import type { InputFrame } from './families/family.ts'
import type { PackFailure } from './load-networks.ts'
import type { NetworkFacts } from './network.ts'
import type { Seen } from './detector.ts'

/** Asks a network, by its place in the list of all, for a look. */
export interface LookMessage {
  id: number
  network: number
  pixels: Uint8Array
  frame: InputFrame
  /** Of looks that wait, the one with the lowest is taken first. */
  order: number
}

/** What the thread says: once that it is ready, then an answer to each look. */
export type ThreadMessage =
  | { type: 'ready'; networks: NetworkFacts[]; plateNetworks: NetworkFacts[]; failures: PackFailure[] }
  | { type: 'seen'; id: number; seen: Seen }
  | { type: 'failed'; id: number; message: string }
