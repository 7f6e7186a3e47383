import { createI18n } from '@winnow/i18n'
import type { Frame } from '@winnow/contract'
import { expect, test } from 'vitest'
import { problemText } from './problem-text.ts'
import { reasonText } from './reason-text.ts'

const i18n = await createI18n('en')
const t = i18n.getFixedT<['reasons', 'alarms']>('en', ['reasons', 'alarms'])
const formats = { share: (value: number) => `${value * 100} %`, number: String }
const frame = (position: number, url: string | null): Frame => ({
  position,
  kind: 'still',
  url,
  original: null,
  problem: null,
  width: 640,
  height: 360,
  offsetMs: null,
  motion: [],
})
const alarm = { reasons: [], frames: [frame(0, null), frame(1, '/a'), frame(2, '/b')] }

const codesOf = (bundle: unknown) =>
  typeof bundle === 'object' && bundle !== null
    ? [...new Set(Object.keys(bundle).map((key) => key.replace(/_(one|other)$/, '')))].filter(
        // Another test covers an animal beside other sightings.
        (code) => code !== 'unknown' && code !== 'animal-also',
      )
    : []

test.each(codesOf(i18n.getResourceBundle('en', 'reasons')))('the text of the reason %s is used', (code) => {
  const params = {
    frame: 1,
    score: 0.5,
    share: 0.5,
    threshold: 0.6,
    usual: 0.4,
    class: 'animal',
    count: 2,
    frames: 1,
    of: 3,
  }
  const text = reasonText({ code, params }, alarm, t, formats)
  expect(text).not.toContain('Reason “')
  expect(text).not.toMatch(/\{\{|\?|undefined|NaN/)
})

test('“animal” is used only if nothing else was detected', () => {
  const [animal, masked] = [{ code: 'animal-only' }, { code: 'only-masked' }]
  const textIn = (reasons: { code: string }[]) => reasonText(animal, { ...alarm, reasons }, t, formats)
  expect(textIn([animal])).toBe('Only an animal was clearly seen')
  expect(textIn([masked, animal])).toBe('An animal was clearly seen; this camera does not look out for animals')
})

test('pictures are numbered as displayed: pictures that a browser cannot show have no number', () => {
  expect(reasonText({ code: 'person-detected', params: { frame: 2, score: 0.5 } }, alarm, t, formats)).toBe(
    'A person was seen (50 %) on picture 2',
  )
})

test('the deadline reason mentions pictures only if it says how many were analysed', () => {
  expect(reasonText({ code: 'deadline' }, alarm, t, formats)).toBe('No answer in time: passed on to be safe')
  expect(reasonText({ code: 'deadline', params: { frames: 1, of: 4 } }, alarm, t, formats)).toBe(
    'Time ran out after 1 of 4 pictures',
  )
})

test.each(codesOf(i18n.getResource('en', 'alarms', 'problem')))('the text of the problem %s is used', (code) => {
  expect(problemText(code, i18n.getFixedT('en', 'alarms'))).not.toContain('Problem “')
})

test('an unknown problem is shown as its code', () => {
  expect(problemText('gremlins', i18n.getFixedT('en', 'alarms'))).toBe('Problem “gremlins”')
})
