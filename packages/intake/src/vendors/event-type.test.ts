import { expect, it } from 'vitest'
import { classifyEvent } from './event-type.ts'

it.each([
  ['Outdoor motion', 'motion'],
  ['Surface detection, motion', 'motion'],
  ['Door opened', 'io'],
  ['FaceDetection', 'person'],
  ['SmartMotionHuman', 'person'],
])('classifies %s as %s, by whole words and not by parts of other words', (text, type) => {
  expect(classifyEvent(text)).toBe(type)
})
