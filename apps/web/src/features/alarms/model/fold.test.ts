import type { AlarmRow } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { alarmId, buildRow } from '../testing/alarm-factory.ts'
import { feedHarness, range } from '../testing/feed-harness.ts'
import { classesOf, foldRows, leadOf, noFolding, type Folding } from './fold.ts'

const START = Date.UTC(2026, 10, 20, 1)
/** An alarm of a camera, received `n` seconds after the start. */
const at = (n: number, viewId = 'yard', overrides: Partial<AlarmRow> = {}) =>
  buildRow(n, { viewId, receivedAt: new Date(START + n * 1000).toISOString(), ...overrides })
const newestFirst = (rows: readonly AlarmRow[]) => rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
const numberOf = (row: AlarmRow) => Number.parseInt(row.id.slice(-12), 16)
const shape = ({ cards }: Folding) => cards.map((card) => card.rows.map(numberOf))
const fold = (rows: readonly AlarmRow[], before = noFolding) => foldRows(before, newestFirst(rows))

describe('which alarms share a card', () => {
  test('those of one camera within five minutes, also with others in between', () => {
    expect(shape(fold([at(0), at(10, 'gate'), at(120), at(300), at(301)]))).toEqual([[301, 300, 120], [10], [0]])
  })

  test('five minutes are the longest span, to the second', () => {
    expect(shape(fold([at(0), at(300)]))).toEqual([[300, 0]])
    expect(shape(fold([at(0), at(301)]))).toEqual([[301], [0]])
  })

  test('cards are in the order of their newest alarms', () => {
    expect(shape(fold([at(0, 'gate'), at(20), at(30, 'gate'), at(40, 'hall')]))).toEqual([[40], [30, 0], [20]])
  })
})

describe('what is on screen is not regrouped', () => {
  test('a new alarm joins the newest card if there is room, else it begins a card', () => {
    const first = fold([at(0), at(200)])
    const second = fold([at(0), at(200), at(300)], first)
    expect(shape(second)).toEqual([[300, 200, 0]])
    expect(shape(fold([at(0), at(200), at(300), at(310)], second))).toEqual([[310], [300, 200, 0]])
    expect(second.cards[0]?.key).toBe(first.cards[0]?.key)
  })

  test('several new alarms join in the order of their arrival', () => {
    expect(shape(fold([at(0), at(290), at(310), at(320)], fold([at(0)])))).toEqual([
      [320, 310],
      [290, 0],
    ])
  })

  test('older pages fill the last card and add cards below', () => {
    const page = fold([at(1000), at(800)])
    expect(shape(fold([at(1000), at(800), at(700), at(690)], page))).toEqual([[1000, 800, 700], [690]])
  })

  test('a page that is loaded at once and one in two parts give the same cards', () => {
    const all = [0, 30, 60, 300, 320, 340, 700, 720, 1000].map((n) => at(n))
    const twoParts = fold(all, fold(all.slice(4)))
    expect(shape(twoParts)).toEqual(shape(fold(all)))
  })

  test('an alarm that leaves and comes back takes no other alarm along', () => {
    const all = [at(0), at(100), at(200)]
    const without = fold([at(100), at(200)], fold(all))
    expect(shape(without)).toEqual([[200, 100]])
    expect(shape(fold(all, without))).toEqual([[200, 100, 0]])
  })

  test('when the newest alarm leaves, the card goes to the place of the next one', () => {
    const before = fold([at(0), at(10, 'gate'), at(20)])
    expect(shape(before)).toEqual([[20, 0], [10]])
    expect(shape(fold([at(0), at(10, 'gate')], before))).toEqual([[10], [0]])
  })

  test('keys are never used twice, also after all alarms of a card have left', () => {
    let folding = noFolding
    const keys = new Set<string>()
    for (let n = 0; n < 20; n += 1) {
      folding = fold([at(n * 1000), at(n * 1000 + 1)], folding)
      for (const card of folding.cards) keys.add(card.key)
    }
    expect(keys.size).toBe(20)
  })

  test('any order of arrivals keeps every alarm on exactly one card of at most five minutes', () => {
    // A seeded generator: the same 60 histories at each run.
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let run = 0; run < 60; run += 1) {
      const all = Array.from({ length: 40 }, (_, n) => at(n * 20 + random(20), ['yard', 'gate'][random(2)]))
      let folding = noFolding
      let listed = all.slice(20, 30)
      let before = fold(listed, folding)
      for (let step = 0; step < 6; step += 1) {
        folding = before
        const kept = listed.filter(() => random(10) > 0)
        listed = [...new Set([...kept, ...all.slice(random(40)).slice(0, random(12))])]
        before = fold(listed, folding)
        expect(before.cards.flatMap((card) => card.rows).length).toBe(new Set(listed.map((row) => row.id)).size)
        for (const card of before.cards) {
          const times = card.rows.map((row) => Date.parse(row.receivedAt))
          expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(300_000)
          expect(new Set(card.rows.map((row) => row.viewId)).size).toBe(1)
          for (const row of card.rows) {
            const was = folding.keyOf.get(row.id)
            if (was !== undefined) expect(card.key).toBe(was)
          }
        }
      }
    }
  })
})

describe('what a card shows', () => {
  test('the most important alarm: by state, then by score, then the newest', () => {
    const card = (...rows: AlarmRow[]) => ({ key: 'k', rows: newestFirst(rows) })
    const [passed, unverified, filtered] = (['true', 'unverified', 'false'] as const).map((verdict, index) =>
      at(index, 'yard', { verdict }),
    )
    if (!passed || !unverified || !filtered) throw new Error('three alarms')
    expect(leadOf(card(filtered, unverified, passed))).toBe(passed)
    expect(leadOf(card(filtered, unverified))).toBe(unverified)
    const strong = at(1, 'yard', { score: 0.9 })
    expect(leadOf(card(strong, at(5, 'yard', { score: 0.4 })))).toBe(strong)
    expect(numberOf(leadOf(card(at(1), at(5))))).toBe(5)
  })

  test('all classes that were seen, each once', () => {
    const rows = [at(2, 'yard', { classes: ['vehicle'] }), at(1, 'yard', { classes: ['person', 'vehicle'] })]
    expect(classesOf({ key: 'k', rows })).toEqual(['vehicle', 'person'])
  })
})

describe('cards of a held list', () => {
  test('get nothing above while somebody uses the list, and older pages at the end', async () => {
    const harness = feedHarness({}, 100)
    const { feed } = harness
    await feed.load()
    const shown = () => feed.snapshot().shown.rows
    const before = foldRows(noFolding, shown())
    feed.hold('pointer')
    await harness.comeIn(100)
    // The alarms of the harness are one second apart and of one camera.
    expect(foldRows(before, shown()).cards).toEqual(before.cards)
    await feed.loadOlder()
    expect(shape(foldRows(before, shown()))).toEqual([range(99, 0)])
    feed.hold('none')
    expect(shape(foldRows(before, shown()))).toEqual([range(100, 0)])
  })

  test('follow the filters: an alarm that no longer matches leaves its card', async () => {
    const harness = feedHarness({ label: 'unlabelled' }, 3)
    await harness.feed.load()
    const before = foldRows(noFolding, harness.feed.snapshot().shown.rows)
    harness.feed.settle({ ...buildRow(1), groundTruth: false, version: 2 })
    expect(shape(foldRows(before, harness.feed.snapshot().shown.rows))).toEqual([[2, 0]])
    expect(before.keyOf.has(alarmId(1))).toBe(true)
  })
})
