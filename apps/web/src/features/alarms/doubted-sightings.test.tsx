import { render } from '@testing-library/react'
import { createI18n } from '@winnow/i18n'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { DetectionsPicture } from '../alarm-words/index.ts'
import { alarmId, buildAlarm, buildDetection, buildFrame } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'

/** A cat that the detector also classified weakly as a person. */
const cat = {
  verdict: 'false' as const,
  classes: ['animal' as const],
  reasons: [{ code: 'animal-only' }],
  detections: [
    buildDetection({ frame: 1, class: 'person', label: 'person', score: 0.32, doubt: 'animal' }),
    buildDetection({ frame: 1, class: 'animal', label: 'cat', score: 0.81, counted: false, doubt: 'unwanted' }),
  ],
}

test('doubted sightings are listed as doubted, with the reason, and drawn dashed', async () => {
  const { container } = await openAlarms({ alarms: [buildAlarm(1, cat)] })
  expect(await facts().findByText('Only an animal was clearly seen')).toBeTruthy()
  expect(await facts().findByText('person 32 %, doubted: taken for an animal')).toBeTruthy()
  expect(await facts().findByText('cat 81 %, not looked out for')).toBeTruthy()
  const boxes = [...container.querySelectorAll('svg g[data-class] text')].map((text) => [
    text.textContent,
    text.closest('g')?.dataset['doubted'],
  ])
  expect(boxes).toEqual([
    ['cat 81 %, not looked out for', 'unwanted'],
    ['person 32 %, doubted: taken for an animal', 'animal'],
  ])
})

test('the picture of a trial shows doubted sightings in the same way', async () => {
  const { container } = render(
    <I18nextProvider i18n={await createI18n('en')}>
      <DetectionsPicture frame={buildFrame(alarmId(1), 1)} alt="" seen={cat} />
    </I18nextProvider>,
  )
  const boxes = [...container.querySelectorAll<HTMLElement>('[data-class]')]
  expect(boxes.map((box) => [box.dataset['doubted'], box.textContent?.trim()])).toEqual([
    ['animal', 'Person 32 %, doubted: taken for an animal'],
    ['unwanted', 'Animal 81 %, not looked out for'],
  ])
})
