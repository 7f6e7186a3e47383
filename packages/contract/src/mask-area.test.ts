import { expect, test } from 'vitest'
import { AREA_CROSSES_ITSELF, crossesItself, maskAreas } from './mask-area.ts'

type Corners = [number, number][]
const triangle: Corners = [
  [0.1, 0.1],
  [0.5, 0.1],
  [0.1, 0.5],
]

test.each<[string, Corners]>([
  ['a triangle', triangle],
  [
    'a square',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
  [
    'an arrow that bends inwards',
    [
      [0, 0],
      [0.5, 0.4],
      [1, 0],
      [0.5, 1],
    ],
  ],
  [
    'a corner in the middle of a straight edge',
    [
      [0, 0],
      [0.5, 0],
      [1, 0],
      [0.5, 1],
    ],
  ],
  ['a last corner that is repeated', [...triangle, [0.1, 0.5]]],
  ['a first corner that is repeated at the end', [...triangle, [0.1, 0.1]]],
])('%s does not cross itself', (_name, area) => {
  expect(crossesItself(area)).toBe(false)
})

test.each<[string, Corners]>([
  [
    'a bow tie',
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ],
  ],
  [
    'a star of five corners',
    [
      [0.5, 0],
      [0.8, 1],
      [0, 0.4],
      [1, 0.4],
      [0.2, 1],
    ],
  ],
  [
    'an edge that touches a corner',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0.5, 0],
      [0, 1],
    ],
  ],
  [
    'an edge that runs back over the one before',
    [
      [0, 0],
      [1, 0],
      [0.5, 0],
      [0.5, 1],
    ],
  ],
  [
    'three corners on one line',
    [
      [0, 0],
      [0.5, 0.5],
      [1, 1],
    ],
  ],
  [
    'three corners in one place',
    [
      [0.5, 0.5],
      [0.5, 0.5],
      [0.5, 0.5],
    ],
  ],
])('%s crosses itself', (_name, area) => {
  expect(crossesItself(area)).toBe(true)
})

test('the result is the same from any starting corner and in both directions', () => {
  const bowTie: Corners = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
  ]
  for (const [area, crosses] of [
    [bowTie, true],
    [triangle, false],
  ] as const)
    for (let from = 0; from < area.length; from += 1) {
      const turned = [...area.slice(from), ...area.slice(0, from)]
      expect(crossesItself(turned)).toBe(crosses)
      expect(crossesItself(turned.toReversed())).toBe(crosses)
    }
})

test('the issue names the area that crosses itself · MASKS-002', () => {
  const bad: Corners = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
  ]
  const { error } = maskAreas.safeParse([triangle, bad])
  expect(error?.issues).toMatchObject([{ path: [1], message: AREA_CROSSES_ITSELF }])
  expect(maskAreas.safeParse([triangle.slice(0, 2)]).success).toBe(false)
})
