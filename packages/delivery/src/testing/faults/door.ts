import { randomInt } from 'node:crypto'

/**
 * What can be wrong with a receiver:
 * - `killed`: its connections break, and new ones are refused until the end.
 * - `hung`: it takes connections and bytes, and does nothing. In the end every other connection breaks, and the rest goes on.
 * - `slow`: each byte goes by itself, in both directions.
 * - `half-closed`: it takes each message and closes its side without the answer.
 * - `restarted`: its connections break, and new ones are taken at once.
 */
export const FAULTS = ['killed', 'hung', 'slow', 'half-closed', 'restarted'] as const
export type Fault = (typeof FAULTS)[number]

/** The way to a receiver, at an address of its own, on which faults begin and end. */
export interface Door {
  host: string
  port: number
  /** How often the fault that was begun last has met somebody. One that is killed or restarted cannot know. */
  met(): number
  begin(fault: Fault): Promise<void>
  end(): Promise<void>
  close(): Promise<void>
}

export interface DoorOptions {
  /** Whether the bytes that a client has sent hold a whole message, so that the next answer is about it. */
  isWhole?: (sent: string) => boolean
  /** Whether the receiver answers. One that does not closes its side as soon as a message begins. */
  answers?: boolean
  /** Whether bytes that a hung receiver took count as delivered, so that none of its connections breaks in the end. */
  keepsTaken?: boolean
  /** The pause after each byte of a slow receiver, in ms; 0: no longer than other work takes. */
  pauseMs?: number
}

/** An address of this machine that nobody else uses, so that a port stays free while nobody listens on it. */
export const ownAddress = (): string => `127.${randomInt(64, 255)}.${randomInt(256)}.${randomInt(1, 255)}`

export const pauseOf = (ms: number): Promise<void> =>
  new Promise((resolve) => (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)))
