import type { InputFrame } from './families/family.ts'
import type { PackFailure } from './load-networks.ts'
import type { NetworkFacts } from './network.ts'
import type { Seen } from './detector.ts'

/** Requests a look of a network, by its index. */
export interface LookMessage {
  id: number
  network: number
  pixels: Uint8Array
  frame: InputFrame
  /** Of waiting looks the one with the lowest order runs first. */
  order: number
}

/** Messages of the thread: ready, once; then one reply per look. */
export type ThreadMessage =
  | { type: 'ready'; networks: NetworkFacts[]; plateNetworks: NetworkFacts[]; failures: PackFailure[] }
  | { type: 'seen'; id: number; seen: Seen }
  | { type: 'failed'; id: number; message: string }
