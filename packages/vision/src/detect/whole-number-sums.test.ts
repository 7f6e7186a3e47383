import { expect, test } from 'vitest'
import { addsWholeNumbersSafely } from './whole-number-sums.ts'

test.each([
  ['x64', 'flags : fpu avx2 avx512f avx512_vnni avx512_bitalg', true],
  ['x64', 'flags : fpu avx2 avx_vnni', true],
  ['x64', 'flags : fpu avx2 avx512f avx512bw', false],
  ['x64', undefined, false],
  ['arm64', undefined, true],
])('on %s with the processor description “%s”, exact sums in the fastest mode are: %s', (arch, processor, isSafe) => {
  const read = () => {
    if (processor === undefined) throw new Error('no such file')
    return processor
  }
  expect(addsWholeNumbersSafely(arch, read)).toBe(isSafe)
})
