import { expect, it } from 'vitest'
import { boundNews, type AutomationNews } from './publish-automation.ts'
import { createPace } from './socket-words.ts'

const place = (site: number) => ({ projectId: 'p', siteId: `site ${site}`, siteName: 'Harbour' })
const progress = (site: number, addedCount: number): AutomationNews => ({
  type: 'automation.progress',
  ...place(site),
  addedCount,
  totalCamera: 100,
  isCompleted: false,
  isProcessingPending: false,
})
const camera = (site: number, at: number): AutomationNews => ({
  type: 'automation.camera',
  ...place(site),
  viewId: `view ${at}`,
  cameraName: 'Gate',
  success: true,
  snapUrl: null,
  addedCount: at,
  totalCamera: 100,
})

it('only the last state of each site is sent, for a limited number of sites and cameras · AUTOMATION-008', () => {
  const many = Array.from({ length: 500 }, (_, at) => [progress(at % 30, at), camera(at % 30, at)]).flat()
  const kept = boundNews(many)
  const states = kept.filter(({ type }) => type === 'automation.progress')
  expect(states).toHaveLength(20)
  expect(new Set(states.map(({ siteId }) => siteId)).size).toBe(20)
  expect(states.at(-1)).toEqual(progress(499 % 30, 499))
  expect(kept.filter(({ type }) => type === 'automation.camera')).toEqual(
    [495, 496, 497, 498, 499].map((at) => camera(at % 30, at)),
  )
  expect(boundNews([progress(1, 1), camera(1, 1)])).toHaveLength(2)
})

it('a rate limit permits a burst and then a fixed number per second', () => {
  let at = 0
  const mayGo = createPace({ burst: 3, perSecond: 2, now: () => at })
  const tries = (count: number) => Array.from({ length: count }, mayGo).filter(Boolean).length
  expect(tries(10)).toBe(3)
  at += 1_000
  expect(tries(10)).toBe(2)
  at += 60_000
  expect(tries(10)).toBe(3)
})
