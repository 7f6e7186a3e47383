import type { AutomationEvent } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import {
  cardKey,
  isOver,
  NO_AUTOMATION,
  percentOf,
  resultToShow,
  withEvent,
  withoutCard,
  withoutSite,
} from './automation-state.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const place = { id: ID, projectId: ID, siteId: ID, siteName: 'Harbour' }
const ofSite = (more: object): AutomationEvent => ({
  type: 'automation.site',
  ...place,
  currentProcess: 'complete',
  success: true,
  partialFail: false,
  automationCameraFeature: true,
  ...more,
})
const progress = (addedCount: number, totalCamera = 3): AutomationEvent => ({
  type: 'automation.progress',
  ...place,
  addedCount,
  totalCamera,
  isCompleted: addedCount === totalCamera,
  isProcessingPending: false,
})
const camera = (viewId: string | null, addedCount = 1): Extract<AutomationEvent, { type: 'automation.camera' }> => ({
  type: 'automation.camera',
  ...place,
  viewId,
  cameraName: 'Gate',
  success: true,
  snapUrl: null,
  addedCount,
  totalCamera: 3,
})
const after = (...events: AutomationEvent[]) => events.reduce(withEvent, NO_AUTOMATION)
const siteAfter = (...events: AutomationEvent[]) => after(...events).sites[0]
const pending = { addedCount: 0, totalCamera: 0, isCompleted: false, isProcessingPending: true }

describe('the automation of a site', () => {
  test.each([
    [{ currentProcess: 'inProgress', success: false }, 'inProgress'],
    [{}, 'success'],
    [{ partialFail: true }, 'partial'],
    [{ success: false }, 'failure'],
    [{ success: false, partialFail: true }, 'failure'],
  ])('%j is %s · AUTOMATION-005', (more, result) => {
    expect(siteAfter(ofSite({ currentProcess: 'inProgress', success: false }), ofSite(more))?.result).toBe(result)
  })

  test.each([{}, { partialFail: true }])(
    '%j starts with cameras, which are pending at 0 percent · AUTOMATION-006',
    (more) => {
      const site = siteAfter(ofSite({ currentProcess: 'inProgress', success: false }), ofSite(more))
      expect([site?.cameras, site?.cameras && percentOf(site.cameras)]).toEqual([pending, 0])
    },
  )

  test.each([
    { automationCameraFeature: false },
    { success: false },
    { success: false, automationCameraFeature: false },
    { currentProcess: 'inProgress', success: false },
  ])('%j starts without cameras · AUTOMATION-007', (more) => {
    expect(siteAfter(ofSite(more))).not.toHaveProperty('cameras')
  })

  test('that failed stays without cameras when refused ones are told · AUTOMATION-007', () => {
    const refused = { ...camera(null, 0), success: false, totalCamera: 0 }
    const state = after(ofSite({ success: false }), refused)
    expect([state.sites[0]?.result, state.sites[0]?.cameras, state.cards.length]).toEqual(['failure', undefined, 1])
  })

  test('ends with its last camera, or at once if there are no cameras', () => {
    const over = [[ofSite({}), progress(3)], [ofSite({ success: false })], [ofSite({ automationCameraFeature: false })]]
    const going = [[ofSite({})], [ofSite({}), progress(2)], [ofSite({ currentProcess: 'inProgress' })]]
    const look = (events: AutomationEvent[]) => after(...events).sites.map(isOver)
    expect([over.flatMap(look), going.flatMap(look)]).toEqual([
      [true, true, true],
      [false, false, false],
    ])
  })
})

describe('the result to show', () => {
  const done = (addedCount: number, totalCamera: number) => ({
    ...progress(addedCount, totalCamera),
    isCompleted: true,
  })
  const shown = (...events: AutomationEvent[]) => after(...events).sites.map(resultToShow)[0]

  test.each([
    [3, 3, 'success'],
    [2, 3, 'partial'],
    [0, 3, 'failure'],
    [0, 0, 'success'],
  ])('of %i added cameras of %i, all tried, is %s · AUTOMATION-005', (addedCount, total, result) => {
    expect(shown(ofSite({}), done(addedCount, total))).toBe(result)
  })

  test('is that of the site while cameras are being added, or if it failed itself', () => {
    expect([shown(ofSite({}), progress(0)), shown(ofSite({ partialFail: true }), done(3, 3))]).toEqual([
      'success',
      'partial',
    ])
    expect(shown(ofSite({ success: false }))).toBe('failure')
  })
})

describe('its cameras', () => {
  test('have the progress of the last message · AUTOMATION-008', () => {
    const site = siteAfter(ofSite({}), progress(1), progress(2, 7))
    expect(site?.cameras).toEqual({ addedCount: 2, totalCamera: 7, isCompleted: false, isProcessingPending: false })
    expect(site?.cameras && percentOf(site.cameras)).toBe(28)
  })

  test('are known even if the message about the site was missed', () => {
    expect(siteAfter(progress(1))).toMatchObject({ siteName: 'Harbour', cameras: { addedCount: 1 } })
  })

  test('have one card each, for the last five cameras', () => {
    const many = ['1', '2', '3', '4', '5', '6', '6'].map((viewId) => camera(viewId))
    const state = after(...many)
    expect(state.cards.map(({ viewId }) => viewId)).toEqual(['2', '3', '4', '5', '6'])
    expect(withoutCard(state, '3').cards.map(({ viewId }) => viewId)).toEqual(['2', '4', '5', '6'])
    expect([state.sites.length, withoutSite(state, ID).sites]).toEqual([1, []])
  })

  test('have a card each where no camera came of them', () => {
    const failed = (id: string): AutomationEvent => ({ ...camera('1'), id, viewId: null, success: false })
    const state = after(failed('a'), camera('1'), failed('b'), failed('b'))
    expect(state.cards.map(cardKey)).toEqual(['a', '1', 'b'])
    expect(withoutCard(state, 'a').cards.map(cardKey)).toEqual(['1', 'b'])
  })
})
