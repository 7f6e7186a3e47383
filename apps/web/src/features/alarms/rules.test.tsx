import { type AlarmRule, listAlarms } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAlarm } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'

/** The same box on each picture. */
const boxesOf = (label: string) =>
  [0, 1, 2].map((frame) => ({ frame, box: { x: 0.1, y: 0.1, width: 0.1, height: 0.4 }, label }))

const hit = (change: Partial<AlarmRule> = {}): AlarmRule => ({
  ruleId: '01900000-0000-7000-8000-000000000001',
  name: 'Gate at night',
  type: 'loitering',
  category: null,
  outcome: 'hit',
  why: null,
  visualType: 'box',
  zone: {
    name: 'Gate',
    points: [
      [0, 0],
      [1, 0],
      [0.5, 1],
    ],
  },
  boxes: boxesOf('person'),
  count: null,
  seconds: 45,
  plate: null,
  heldUntil: null,
  ...change,
})

const opened = (rules: AlarmRule[]) => {
  const [first] = rules
  const rule = first
    ? { name: first.name, type: first.type, category: first.category, isHeld: first.outcome === 'held' }
    : null
  return openAlarms({ alarms: [buildAlarm(1, { viewName: 'Camera 1', rule, rules })] })
}

test('an alarm says which rule found what, where and for how long, in its list and its facts · ALARMS-009', async () => {
  await opened([hit()])
  const option = await screen.findByRole('option', { name: /Camera 1/ })
  expect(within(option).getByText('Gate at night · Loitering')).toBeDefined()
  const found = facts()
  expect(await found.findByText('Gate at night')).toBeDefined()
  expect(found.getByText('In Gate')).toBeDefined()
  expect(found.getByText('For 45 s')).toBeDefined()
  expect(await screen.findByText('In Gate for 45 s')).toBeInstanceOf(SVGElement)
})

test('a plate is shown as it was read and as it is listed, and a hit within the timeout says until when · RULES-005', async () => {
  await opened([
    hit({
      name: 'Stolen',
      type: 'watch_list',
      zone: null,
      seconds: null,
      boxes: boxesOf('AB1O'),
      plate: { read: 'AB1O', listed: 'AB10', list: 'Vans' },
    }),
    hit({ outcome: 'held', heldUntil: '2026-11-20T03:00:00.000Z' }),
    hit({ outcome: 'not-seen', why: 'usual-picture', name: 'Door' }),
  ])
  const found = facts()
  expect(await found.findByText('Plate AB1O, listed as AB10 in Vans')).toBeDefined()
  expect(await screen.findByText('AB1O → AB10')).toBeInstanceOf(SVGElement)
  expect(found.getByText(/Further ones are kept until 20\/11\/2026 03:00 GMT/)).toBeDefined()
  expect(found.getByText('The usual picture in this light is not known yet.')).toBeDefined()
})

test('the list is filtered by the type of a rule', async () => {
  const { server, pointer } = await opened([])
  await pointer.click(await screen.findByRole('button', { name: /^Filters/ }))
  await pointer.click(await screen.findByLabelText('Event or rule', { selector: 'input' }))
  await pointer.click(await screen.findByRole('option', { name: 'Crowd forming', hidden: true }))
  await waitFor(() => expect(server.api.callsOf(listAlarms).at(-1)?.query['alarmTypes']).toBe('crowd_forming'))
})
