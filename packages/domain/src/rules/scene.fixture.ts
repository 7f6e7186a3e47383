import type { CapabilityFact, FactBox, SeenFacts, Sighting } from './facts.ts'
import { evaluateRules } from './evaluate-rules.ts'
import type { PlateMatch } from './findings.ts'
import { packMemory, readRuleMemory } from './pack-memory.ts'
import { emptyRuleMemory, type RuleMemory } from './rule-memory.ts'
import { BLANK_RULE, type Rule } from './rule.ts'

/** 10:00:00 on a day. */
const NOON = Date.parse('2026-03-02T10:00:00Z')
const after = (seconds: number): Date => new Date(NOON + seconds * 1_000)

/** A look of somebody who wears this colour: one byte of eight is strong. */
export const wearing = (colour: number): string =>
  btoa(String.fromCodePoint(...Array.from({ length: 8 }, (_, at) => (at === colour ? 200 : 10))))

/** A box whose foot point is at x, y, with this height; people are narrow. */
export const standingAt = (x: number, y: number, height = 0.2, width = height / 3): FactBox => ({
  x: x - width / 2,
  y: y - height,
  width,
  height,
})

export const person = (change: Partial<Sighting> = {}): Sighting => ({
  frame: 0,
  class: 'person',
  label: 'person',
  score: 0.8,
  box: standingAt(0.5, 0.5),
  masked: false,
  static: false,
  moved: true,
  ...change,
})

/** The facts of pictures of 1920 × 1080, a second apart. */
export const facts = (sightings: Sighting[], change: Partial<SeenFacts> & { frames?: number } = {}): SeenFacts => {
  const { frames = 1 + Math.max(0, ...sightings.map(({ frame }) => frame)), ...rest } = change
  return {
    pictures: Array.from({ length: frames }, (_, at) => ({
      offsetMs: at * 1_000,
      width: 1920,
      height: 1080,
      seen: true,
    })),
    sightings,
    plates: null,
    zones: [],
    capabilities: [],
    isComplete: true,
    ...rest,
  }
}

export const capability = (
  of: CapabilityFact['capability'],
  sightings: CapabilityFact['sightings'],
  change: Partial<CapabilityFact> = {},
): CapabilityFact => ({ capability: of, looked: true, labels: [], sightings, ...change })

export const rule = (change: Partial<Rule> = {}): Rule => ({ ...BLANK_RULE, ...change })

/** The left and the right half of the picture. */
export const LEFT = {
  name: 'Left',
  points: [
    [0, 0],
    [0.5, 0],
    [0.5, 1],
    [0, 1],
  ] as [number, number][],
}
export const RIGHT = {
  name: 'Right',
  points: [
    [0.5, 0],
    [1, 0],
    [1, 1],
    [0.5, 1],
  ] as [number, number][],
}

/** Judges alarms one after the other, as a camera sends them. */
export function camera(rules: Rule | Rule[]) {
  let memory: RuleMemory = emptyRuleMemory()
  let sent = 0
  let all = Array.isArray(rules) ? rules : [rules]
  return {
    /** Replaces its rules, as somebody who edits them. */
    edit(changed: Rule) {
      all = [changed]
    },
    get memory() {
      return memory
    },
    sees(
      at: number,
      seen: SeenFacts,
      { id, matches = [], lists = ['list'] }: { id?: string; matches?: PlateMatch[]; lists?: string[] } = {},
    ) {
      sent += 1
      const judged = evaluateRules({
        id: id ?? `alarm-${sent}`,
        receivedAt: after(at),
        facts: seen,
        rules: all,
        memory,
        matches,
        lists,
        numberOf: (plate) => plate,
      })
      memory = readRuleMemory(JSON.parse(JSON.stringify(packMemory(judged.memory))))
      return judged.findings
    },
  }
}

/** The outcome of the only finding; `nothing` without one. */
export const outcomeOf = (findings: readonly { outcome: string }[]): string => findings[0]?.outcome ?? 'nothing'
