import { describe, expect, it } from 'vitest'
import type { RuleFinding } from './findings.ts'
import { readRuleMemory, storedBytes } from './pack-memory.ts'
import { emptyRuleMemory } from './rule-memory.ts'
import type { Rule, RuleZone } from './rule.ts'
import { camera, facts, LEFT, outcomeOf, person, rule, standingAt, wearing } from './scene.fixture.ts'

/** Ids as long as those of the product. */
const newRule = '0197c2a0-0000-7000-8000-000000000000'
const alarmId = (at: number) => `0197c2a0-0000-7000-8000-${String(at).padStart(12, '0')}`
const stands = (x: number, frame: number) => person({ frame, box: standingAt(x, 0.5) })

/** Three pictures of many people, each of another look, a bag, and a plate that is another one on each alarm. */
const heavy = (alarm: number, people: number, hasBag = true) =>
  facts(
    [0, 1, 2].flatMap((frame) => [
      ...Array.from({ length: people }, (_, at) => ({
        ...stands(0.005 + at / people, frame),
        look: btoa(String.fromCodePoint(...Array.from({ length: 40 }, (__, bin) => (bin === at % 40 ? 200 : 1)))),
      })),
      ...(hasBag ? [person({ frame, class: 'bag', label: 'bag', box: standingAt(0.5, 0.95, 0.03) })] : []),
    ]),
    { plates: { isComplete: true, plates: [{ text: `AB${alarm}CD`, isSure: true, frame: 0 }] } },
  )

describe('the memory', () => {
  it('stays below 20 KB with 20 rules and many people', () => {
    const rules = Array.from({ length: 20 }, (_, at) =>
      rule({
        id: `0199a9f3-0000-7000-8000-0000000000${10 + at}`,
        detectionType: at % 2 ? 'loitering' : 'crowd_forming',
        detectionMin: 2,
        detectionPeriod: 300,
        detectionTimeout: 60,
        detectionTimeoutActive: true,
        zones: [LEFT],
      }),
    )
    const site = camera(rules)
    const crowd = facts(
      Array.from({ length: 60 }, (_, at) =>
        person({ frame: at % 5, box: standingAt(0.1 + at / 200, 0.5), look: btoa('x'.repeat(48)) }),
      ),
    )
    for (let at = 0; at < 30; at += 1) {
      site.sees(at * 10, crowd)
      expect(storedBytes(site.memory)).toBeLessThanOrEqual(20_000)
    }
  })
  it('reaches over the longest period however close the alarms come', () => {
    const crowded = camera(rule({ id: newRule, detectionType: 'crowd_forming', detectionMin: 3, detectionPeriod: 300 }))
    const many = facts([0, 1, 2, 3, 4, 5, 6, 7].flatMap((frame) => [0.1, 0.3, 0.5].map((x) => stands(x, frame))))
    const found = Array.from({ length: 62 }, (_, at) => outcomeOf(crowded.sees(at * 5, many, { id: alarmId(at) })))
    expect(found.indexOf('hit')).toBe(59)
    expect(storedBytes(crowded.memory)).toBeLessThanOrEqual(20_000)

    const followed = camera(rule({ id: newRule, detectionType: 'loitering', detectionPeriod: 300 }))
    const group = facts(
      [0, 1].flatMap((frame) =>
        [0.1, 0.25, 0.4, 0.55, 0.7, 0.85].map((x, at) => ({ ...stands(x, frame), look: wearing(at) })),
      ),
    )
    const seen = Array.from({ length: 62 }, (_, at) => outcomeOf(followed.sees(at * 5, group, { id: alarmId(at) })))
    expect(seen.indexOf('hit')).toBe(60)
  })
  it('keeps what was seen beside many hits that are held', () => {
    const plates = rule({
      id: newRule,
      detectionType: 'licence_plate',
      detectionTimeout: 1440,
      detectionTimeoutActive: true,
    })
    const site = camera([plates, rule({ id: 'stays', detectionType: 'loitering', detectionPeriod: 30 })])
    const passing = (at: number) => ({
      ...facts([{ ...stands(0.5, 0), look: wearing(0) }]),
      plates: { isComplete: true, plates: [{ text: `AB${at}CD`, isSure: true, frame: 0 }] },
    })
    for (let at = 0; at < 300; at += 1) {
      site.sees(at * 20, passing(at), { id: alarmId(at) })
      if (at > 10) expect(site.memory.things.length).toBeGreaterThan(3)
    }
    expect(site.sees(6_000, passing(300))).toMatchObject([
      { ruleId: newRule, outcome: 'hit' },
      { ruleId: 'stays', outcome: 'hit', seconds: 100 },
    ])
  })
  it('forgets people after the longest period and a minute', () => {
    const site = camera(rule({ detectionType: 'loitering', detectionPeriod: 30 }))
    site.sees(0, facts([person({ look: wearing(0) })]))
    expect(site.memory.things).toHaveLength(1)
    site.sees(89, facts([]))
    expect(site.memory.things).toHaveLength(1)
    site.sees(91, facts([]))
    expect(site.memory.things).toHaveLength(0)
  })
  it.each([
    [null],
    [5],
    [{}],
    [{ version: 3 }],
    [{ version: 2, since: 0, alarms: [], things: [1], looks: {}, hits: [] }],
  ])('that cannot be read is empty: %j', (stored) => {
    expect(readRuleMemory(stored)).toEqual(emptyRuleMemory())
  })

  it('leaves each of 20 rules that count in ten zones apart its turn', () => {
    const strip = (at: number): RuleZone => ({
      name: `${at}`,
      points: [
        [at / 10, 0],
        [(at + 1) / 10, 0],
        [(at + 1) / 10, 1],
        [at / 10, 1],
      ],
    })
    const zones = Array.from({ length: 10 }, (_, at) => strip(at))
    const site = camera(
      Array.from({ length: 20 }, (_, at) =>
        rule({
          id: `0199a9f3-0000-7000-8000-0000000000${10 + at}`,
          detectionType: 'crowd_forming',
          detectionMin: 2 + (at % 4),
          detectionPeriod: 300,
          detectionCondition: 'any',
          zones,
        }),
      ),
    )
    for (let at = 0; at < 30; at += 1) {
      const found = site.sees(at * 20, heavy(at, 50), { id: alarmId(at) })
      expect(storedBytes(site.memory)).toBeLessThanOrEqual(20_000)
      expect([at, found.length]).toEqual([at, at < 15 ? 0 : 20])
    }
  })
  it('leaves a rule its turn beside those that remember a hundred people, and hundreds of plates', () => {
    const of = (id: string, change: Partial<Rule>) => rule({ id, detectionPeriod: 60, ...change })
    const site = camera([
      ...Array.from({ length: 16 }, (_, at) =>
        of(`stays ${at}`, { detectionType: 'loitering', detectionPeriod: 280 - at }),
      ),
      of('bag', { detectionType: 'safety_compliance', categories: ['baggage'] }),
      of('crowd', { detectionType: 'crowd_forming', detectionMin: 50 }),
      of('any plate', { detectionType: 'licence_plate', detectionTimeout: 1440, detectionTimeoutActive: true }),
      of('rare', { detectionMin: 1, detectionTimeout: 1440, detectionTimeoutActive: true }),
    ])
    // Cars alone, and one person.
    for (let at = 0; at < 300; at += 1)
      expect(
        site.sees(at * 20 - 6_100, heavy(1_000 + at, at === 0 ? 1 : 0, false), { id: alarmId(1_000 + at) }),
      ).not.toEqual([])
    site.sees(-20, facts([], { frames: 1 }))
    let found: RuleFinding[] = []
    for (let at = 0; at < 16; at += 1) {
      found = site.sees(at * 20, heavy(at, 100), { id: alarmId(at) })
      expect(storedBytes(site.memory)).toBeLessThanOrEqual(20_000)
    }
    const outcomes = Object.fromEntries(found.map(({ ruleId, outcome }) => [ruleId, outcome]))
    expect(outcomes).toEqual({
      ...Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`stays ${at}`, 'hit'])),
      bag: 'hit',
      crowd: 'hit',
      'any plate': 'hit',
      // Its only hit is hours old, and hundreds of plates were seen since.
      rare: 'held',
    })
  })
})
