import { loadParameters, type StoredFindings } from '@winnow/vision/learn'
import { describe, expect, it } from 'vitest'
import { compareVerdicts, type JudgedAlarm } from './compare-verdicts.ts'

const { parameters, version } = loadParameters(['centernet'])
const logit = (share: number) => Math.log(share / (1 - share))
/** Evidence that passes from this sensitivity on, and not at stricter ones. */
const passingFrom = (sensitivity: 1 | 2 | 3 | 4 | 5): number =>
  (logit(parameters.thresholds[sensitivity - 1] ?? 0.5) + 0.001 - parameters.bias) / parameters.slope

let made = 0
const alarm = (
  verdict: StoredFindings['verdict'],
  value: number | null,
  groundTruth: boolean | null = null,
  isWhole = true,
): JudgedAlarm => ({
  id: String(++made),
  receivedAt: new Date('2026-11-24T12:00:00Z'),
  groundTruth,
  stored: {
    verdict,
    evidence: value === null ? null : { value, isWhole },
    judgedBy: { packs: [{ id: 'centernet', version: '2' }], parameters: version, shift: 0 },
  },
})

describe('a preview of a sensitivity', () => {
  it('counts what a stricter one filters, by what people said', () => {
    const preview = compareVerdicts(
      [
        alarm('true', passingFrom(3), true),
        alarm('true', passingFrom(3), false),
        alarm('true', passingFrom(3)),
        alarm('true', passingFrom(1), true),
        alarm('false', 0, false),
      ],
      2,
    )
    expect(preview).toMatchObject({
      alarms: 5,
      judged: 5,
      notJudged: 0,
      filtered: { count: 3, labelledTrue: 1, labelledFalse: 1 },
      passed: { count: 0, labelledTrue: 0, labelledFalse: 0 },
    })
    expect(preview.flips.map(({ from, to }) => `${from} ${to}`)).toEqual(['true false', 'true false', 'true false'])
  })

  it('counts what a more sensitive one passes on', () => {
    const preview = compareVerdicts(
      [alarm('false', passingFrom(4), true), alarm('false', passingFrom(5)), alarm('true', passingFrom(2))],
      4,
    )
    expect(preview).toMatchObject({ filtered: { count: 0 }, passed: { count: 1, labelledTrue: 1, labelledFalse: 0 } })
  })

  it('does not count a change between passed and unverified as passed on, which both are', () => {
    const preview = compareVerdicts([alarm('unverified', passingFrom(4), null, false)], 5)
    expect(preview).toMatchObject({ passed: { count: 0 }, filtered: { count: 0 } })
    expect(preview.flips).toMatchObject([{ from: 'unverified', to: 'true' }])
  })

  it('says how many could not be judged anew', () => {
    const preview = compareVerdicts([alarm('true', null), alarm('true', passingFrom(3), null, false)], 1)
    expect(preview).toMatchObject({ alarms: 2, judged: 0, notJudged: 2, flips: [] })
  })

  it('has nothing to say without alarms', () => {
    expect(compareVerdicts([], 3)).toMatchObject({ alarms: 0, judged: 0, flips: [] })
  })

  it('changes nothing for the sensitivity with which the alarms were judged', () => {
    const alarms = ([1, 2, 3, 4, 5] as const).map((from) => alarm(from <= 3 ? 'true' : 'false', passingFrom(from)))
    expect(compareVerdicts(alarms, 3).flips).toEqual([])
  })
})
