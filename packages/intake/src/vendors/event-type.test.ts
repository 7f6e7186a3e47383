import { expect, it } from 'vitest'
import { classifyEvent } from './event-type.ts'

it.each([
  ['Outdoor motion', 'motion'],
  ['Surface detection, motion', 'motion'],
  ['Door opened', 'io'],
  ['FaceDetection', 'person'],
  ['SmartMotionHuman', 'person'],
])('%s is %s: part of another word does not count', (text, type) => {
  expect(classifyEvent(text)).toBe(type)
})
