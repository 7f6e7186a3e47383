import { describe, expect, it } from 'vitest'
import { isDeeplyNested } from './json-depth.ts'

const deeper = (json: string, most: number): boolean => isDeeplyNested(Buffer.from(json), most)

describe('the depth of JSON', () => {
  it.each([
    ['[[]]', 2],
    ['{"a":[{}]}', 3],
    ['[[],[],[]]', 2],
    ['"[[[["', 0],
    [String.raw`["\"[[[["]`, 1],
    [String.raw`["\\",[]]`, 2],
    ['{"a":"}","b":{"ü":"]"}}', 2],
    ['', 0],
    ['1', 0],
  ])('%s is %i', (json, depth) => {
    expect(deeper(json, depth)).toBe(false)
    if (depth > 0) expect(deeper(json, depth - 1)).toBe(true)
  })

  it('is counted correctly after unmatched closing brackets', () => {
    expect(deeper(']]]', 0)).toBe(false)
  })

  it('is counted up to the error if the text is not valid', () => {
    expect(deeper('[[[', 2)).toBe(true)
    expect(deeper('"[[[', 0)).toBe(false)
    expect(deeper('"\\', 0)).toBe(false)
  })
})
