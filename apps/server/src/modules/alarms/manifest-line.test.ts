import { describe, expect, it } from 'vitest'
import { MANIFEST_HEADER, manifestLine, type ManifestCase } from './manifest-line.ts'

const labelled = (change: Partial<ManifestCase> = {}): ManifestCase => ({
  id: 'a1',
  viewId: 'v1',
  isTrue: true,
  reason: null,
  classes: ['person'],
  reasons: ['person-detected'],
  thermal: false,
  frames: ['frames/v1/a1_f1.jpg', 'frames/v1/a1_f2.jpg', 'frames/v1/a1_f3.jpg'],
  offsetsMs: [0, 900, 2000],
  ...change,
})
const NAMES = MANIFEST_HEADER.split(',')
const value = (name: string, change: Partial<ManifestCase>): string | undefined =>
  manifestLine(labelled(change)).split(',')[NAMES.indexOf(name)]

describe('a row of the manifest', () => {
  it('has the columns in the documented order', () => {
    expect(MANIFEST_HEADER).toBe('case_id,frames,gap_s,label,class,camera_id,condition,source,licence,reason')
    expect(manifestLine(labelled())).toBe(
      'a1,frames/v1/a1_f1.jpg;frames/v1/a1_f2.jpg;frames/v1/a1_f3.jpg,1.1,true,person,v1,unknown,winnow,own,',
    )
  })

  it('has the reason of the label, if its author gave one', () => {
    expect(value('reason', { isTrue: false, reason: 'headlights' })).toBe('headlights')
    expect(value('reason', {})).toBe('')
  })

  it.each([
    [[0], '-'],
    [[null, null], '-'],
    [[0, null, 1000], '-'],
    [[0, 500], '0.5'],
    [[0, 500, 1000, 9000], '0.5'],
  ])('writes the gap between pictures at %j as %s', (offsetsMs, expected) => {
    expect(value('gap_s', { offsetsMs })).toBe(expected)
  })

  it.each([
    [true, ['vehicle', 'person'], [], 'person'],
    [true, ['cycle'], [], 'cycle'],
    [true, [], ['nothing-detected'], 'unknown'],
    [false, ['person'], ['person-detected'], 'none'],
    [false, [], ['animal-only'], 'animal'],
    [false, ['animal'], [], 'animal'],
  ])('labelled %s with %j and %j has the class %s', (isTrue, classes, reasons, expected) => {
    expect(value('class', { isTrue, classes, reasons })).toBe(expected)
  })

  it('marks a thermal camera for the evaluation, and contains the other known conditions of the picture', () => {
    expect(manifestLine(labelled({ thermal: true, reasons: ['nothing-moved', 'scene-blurred'] }))).toContain(
      ',"thermal,blurred",',
    )
  })

  it.each(['=cmd|x', '+1', '-1+2', '@sum'])('escapes what a spreadsheet would execute: %s', (id) => {
    expect(manifestLine(labelled({ id })).startsWith(`'${id},`)).toBe(true)
  })
})
