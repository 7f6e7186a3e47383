import { describe, expect, test } from 'vitest'
import { alarmId, buildFrame } from '../testing/alarm-factory.ts'
import { clampSplit, comparedWith } from './compared.ts'
import { filterOf, isUsualLook, LOOK, stepLook, usualLook } from './picture-look.ts'
import { picturesOf } from './prefetch-plan.ts'

const pictures = picturesOf([0, 1, 2].map((position) => buildFrame(alarmId(1), position)))

describe('the comparison', () => {
  test.each([
    [0, { picture: pictures[2], before: 0, after: 2, isBefore: false }],
    [1, { picture: pictures[0], before: 0, after: 1, isBefore: true }],
    [2, { picture: pictures[0], before: 0, after: 2, isBefore: true }],
  ])('of the picture at %i is with the first one, and of the first with the last', (index, compared) => {
    expect(comparedWith(pictures, index)).toEqual(compared)
  })

  test('needs two pictures', () => {
    expect(comparedWith(pictures.slice(0, 1), 0)).toBeUndefined()
    expect(comparedWith([], 0)).toBeUndefined()
  })

  test.each([
    [-3, 0],
    [40.6, 41],
    [130, 100],
  ])('keeps its edge inside the picture: %d is %d', (wanted, split) => expect(clampSplit(wanted)).toBe(split))
})

describe('brightness and contrast', () => {
  test('change in steps within their bounds', () => {
    expect(stepLook(usualLook, 'brightness', 2)).toEqual({ brightness: 120, contrast: 100 })
    expect(stepLook(usualLook, 'contrast', -99).contrast).toBe(LOOK.least)
    expect(stepLook(usualLook, 'contrast', 99).contrast).toBe(LOOK.most)
  })

  test('filter nothing of a picture as the camera sent it', () => {
    expect(filterOf(usualLook)).toBeUndefined()
    expect(filterOf({ brightness: 150, contrast: 80 })).toBe('brightness(150%) contrast(80%)')
    expect(isUsualLook(stepLook(stepLook(usualLook, 'contrast', 1), 'contrast', -1))).toBe(true)
  })
})
