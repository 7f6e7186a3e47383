import { describe, expect, it } from 'vitest'
import type { Findings } from '../analyse/run-looks.ts'
import type { Detection } from '../types.ts'
import { seenFactsOf } from './seen-facts.ts'

const detection = (change: Partial<Detection> = {}): Detection => ({
  frame: 0,
  class: 'person',
  label: 'person',
  score: 0.8,
  box: { x: 0.1, y: 0.1, width: 0.1, height: 0.3 },
  moved: true,
  masked: false,
  static: false,
  counted: true,
  model: 'one',
  ...change,
})
const findings = (detections: Detection[], change: Partial<Findings> = {}): Findings => ({
  detections,
  models: [],
  modelError: null,
  framesToSee: 2,
  plannedFrames: [0, 2],
  isComplete: true,
  isShortened: false,
  deadline: null,
  inferenceMs: 0,
  peak: 0,
  isPeakWhole: true,
  waitedMs: 0,
  ...change,
})
const frames = [0, 500, 1_000].map((offsetMs) => ({ offsetMs, width: 640, height: 480 }))
const asked = { needs: { looks: false, postures: false, zones: [], capabilities: [] }, plates: null, isComplete: true }

describe('the facts for rules', () => {
  it('have each object once, whichever detector saw it, and keep others', () => {
    const second = detection({
      model: 'two',
      score: 0.6,
      counted: false,
      box: { x: 0.11, y: 0.1, width: 0.1, height: 0.3 },
    })
    const other = detection({ box: { x: 0.6, y: 0.1, width: 0.1, height: 0.3 } })
    const vehicle = detection({ class: 'vehicle', label: 'car' })
    const facts = seenFactsOf(frames, findings([second, detection(), other, vehicle, detection({ frame: 2 })]), asked)
    expect(facts.sightings.map(({ frame, class: kind, score }) => [frame, kind, score])).toEqual([
      [0, 'person', 0.8],
      [0, 'person', 0.8],
      [0, 'vehicle', 0.8],
      [2, 'person', 0.8],
    ])
  })
  it('say which pictures were looked at, and what was seen after the verdict was certain', () => {
    const facts = seenFactsOf(frames, findings([], { allDetections: [detection()] }), asked)
    expect(facts.pictures.map(({ seen, offsetMs }) => [seen, offsetMs])).toEqual([
      [true, 0],
      [false, 500],
      [true, 1_000],
    ])
    expect(facts.sightings).toHaveLength(1)
  })
  it('never claim that something was looked at that was not', () => {
    const needs = {
      ...asked.needs,
      zones: [{ id: 'door', points: [] }],
      capabilities: ['fire' as const],
    }
    expect(seenFactsOf(frames, findings([]), { needs, plates: null, isComplete: false })).toMatchObject({
      isComplete: false,
      plates: null,
      zones: [{ id: 'door', differs: null }],
      capabilities: [{ capability: 'fire', looked: false, labels: [], sightings: [] }],
    })
  })
  it('name the place of a plate where it was read best', () => {
    const reading = (frame: number, confidence: number) => ({
      frame,
      confidence,
      text: 'AB12',
      box: { x: frame / 10, y: 0.5, width: 0.1, height: 0.05 },
    })
    const plates = {
      plates: [{ text: 'AB12', confidence: 0.9, isSure: true, readings: [reading(0, 0.5), reading(2, 0.9)] }],
      isComplete: true,
      error: null,
    }
    expect(seenFactsOf(frames, findings([]), { ...asked, plates }).plates).toEqual({
      isComplete: true,
      plates: [{ text: 'AB12', isSure: true, frame: 2, box: reading(2, 0.9).box }],
    })
  })
})
