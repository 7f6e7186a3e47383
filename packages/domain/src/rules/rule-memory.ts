import type { FactBox } from './facts.ts'

/** A person or a bag that was seen at a moment. */
export interface SeenThing {
  /** The alarm that showed it. */
  alarm: string
  /** Milliseconds since 1970. */
  at: number
  class: string
  box: FactBox
  look?: string | undefined
  posture?: string | undefined
  /** Whether it was compared with other pictures of its alarm and did not move. */
  still?: boolean | undefined
  /** For a bag: whether somebody was near. */
  attended?: boolean | undefined
}

/** What a task saw at a moment. */
export interface Look {
  key: string
  alarm: string
  at: number
  /** Whether it was so: there were enough people, or the door differed. */
  holds: boolean
}

/** The key of the looks that tell when people and bags were looked for. */
export const LOOKED = 'looked'

/** The last hit of a task that was passed on. */
export interface LastHit {
  key: string
  alarm: string
  at: number
}

/**
 * The memory of the rules of one camera. Places and looks of people end after the longest period of the rules or an hour, and it is never
 * exported. Alarms stand in it by a short number, and it is stored packed (`packMemory`).
 */
export interface RuleMemory {
  things: SeenThing[]
  looks: Look[]
  hits: LastHit[]
}

export const emptyRuleMemory = (): RuleMemory => ({ things: [], looks: [], hits: [] })

/**
 * The memory before an alarm: without what a former analysis of the same alarm left, and without what was seen after it, which is the case
 * when later alarms were analysed first.
 */
export const memoryBefore = ({ things, looks, hits }: RuleMemory, alarm: string, at: number): RuleMemory => {
  const isEarlier = (one: { alarm: string; at: number }) => one.alarm !== alarm && one.at <= at
  return {
    things: things.filter(isEarlier),
    looks: looks.filter(isEarlier),
    hits: hits.filter((hit) => hit.alarm !== alarm),
  }
}
