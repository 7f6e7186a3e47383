import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openResults } from './kept-results.ts'
import { runRuleCases, type RuleResult } from './run-rule-cases.ts'

test('a measurement that was cut off goes on where it was, and never with results of other detectors', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'results-'))
  const file = path.join(folder, 'results.jsonl')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a case with a kept result is not measured, so its alarms are not read
  const of = (id: string) => ({ id, task: 'lying', isDrawn: false, isHit: true }) as RuleResult['case']
  try {
    openResults(file, ['one']).add({ case: of('a'), outcome: 'hit', boxes: [] })
    // The last line of a run that was killed while it wrote.
    appendFileSync(file, '{"id":"b","outc')
    openResults(file, ['one']).add({ case: of('c'), outcome: 'nothing', boxes: [] })
    const kept = openResults(file, ['one'])
    expect(['a', 'b', 'c'].map((id) => kept.find(id)?.outcome)).toEqual(['hit', undefined, 'nothing'])
    const results = await runRuleCases([], [of('a'), of('c')], { kept })
    expect(results.map(({ outcome }) => outcome)).toEqual(['hit', 'nothing'])
    expect(() => openResults(file, ['another'])).toThrow('results of other detectors')
  } finally {
    await rm(folder, { recursive: true })
  }
})
