import type { GreyImage } from '../motion/grey-image.ts'
import type { ReadCharacter } from '../plates/line-reader.ts'
import type { InputFrame } from './families/family.ts'
import type { PackFailure, RuleNetwork } from './load-networks.ts'
import type { NetworkFacts } from './network.ts'
import type { Seen } from './detector.ts'

/** A request to run a look. `network` is the index of the network among all networks of the thread. */
export interface LookMessage {
  id: number
  network: number
  pixels: Uint8Array
  frame: InputFrame
  /** The waiting look with the lowest order runs first. */
  order: number
}

/** A request to read a line of text. */
export interface ReadMessage {
  id: number
  line: GreyImage
  order: number
}

/** A message from the thread: `ready` once, then `seen` or `failed` for each look, and `read` or `failed` for each line. */
export type ThreadMessage =
  | {
      type: 'ready'
      networks: NetworkFacts[]
      plateNetworks: NetworkFacts[]
      ruleNetworks: (Omit<RuleNetwork, 'network'> & { facts: NetworkFacts })[]
      failures: PackFailure[]
    }
  | { type: 'seen'; id: number; seen: Seen }
  | { type: 'read'; id: number; characters: ReadCharacter[] }
  | { type: 'failed'; id: number; message: string }
