import { describe, expect, test } from 'vitest'
import { clampSidebar, sidebarBounds, startsFolded } from './sidebar-width.ts'

describe('the width of the menu · LAYOUT-004', () => {
  test.each([
    [1440, 320, 576],
    [1000, 222, 400],
    [1920, 427, 768],
  ])('in a window of %i it is between %i and %i', (window, min, max) => {
    expect(sidebarBounds(window)).toEqual({ min, max })
    expect(clampSidebar(1, window)).toBe(min)
    expect(clampSidebar(10_000, window)).toBe(max)
    expect(clampSidebar((min + max) / 2, window)).toBe(Math.round((min + max) / 2))
    expect(clampSidebar(null, window)).toBe(min)
  })
})

test.each([
  ['alarms', 1920, true],
  ['elsewhere', 1600, false],
  ['elsewhere', 1599, true],
] as const)('on %s in a window of %i the menu starts folded: %s', (area, window, folded) => {
  expect(startsFolded(area, window)).toBe(folded)
})
