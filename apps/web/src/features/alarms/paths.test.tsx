import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAlarm } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'

const at = (frame: number, x: number, offsetMs: number | null) => ({
  frame,
  offsetMs,
  box: { x, y: 0.4, width: 0.1, height: 0.2 },
})

const tracks = [
  { class: 'person' as const, score: 0.9, points: [at(0, 0.1, 0), at(1, 0.4, 3_000), at(2, 0.8, 12_000)] },
  { class: 'vehicle' as const, score: 0.8, points: [at(0, 0.5, null), at(1, 0.5, null)] },
]

test('who was followed is told with time and place, and drawn as a path', async () => {
  const { container } = await openAlarms({ alarms: [buildAlarm(1, { viewName: 'Camera 1', tracks })] })
  const found = facts()
  expect(await found.findByText('Person: seen for 12 s, seen on 3 pictures, left → right')).toBeDefined()
  expect(found.getByText('Vehicle: seen on 2 pictures, middle')).toBeDefined()
  expect(container.querySelectorAll('svg polyline')).toHaveLength(4)
  expect([...container.querySelectorAll('svg g[data-class] text')].map((text) => text.textContent)).toContain(
    'seen for 12 s',
  )
})

test('paths are mentioned only where they were to be followed', async () => {
  await openAlarms({ alarms: [buildAlarm(1, { tracks: [] })] })
  expect(await facts().findByText('None could be followed')).toBeDefined()
})

test('an alarm of a camera that follows nobody says nothing of paths', async () => {
  await openAlarms({ alarms: [buildAlarm(1)] })
  expect(await facts().findByText('Analysis')).toBeDefined()
  expect(screen.queryByText('Paths')).toBeNull()
})
