import { expect, test } from 'vitest'
import reasons from '../locales/en/reasons.json' with { type: 'json' }
// The pure list alone: the package itself would bring decoders and models with it.
import { REASON_CODES } from '../../vision/src/reasons.ts'

const words = new Set(Object.keys(reasons).map((key) => key.replace(/_(one|other)$/, '')))

test.each(REASON_CODES)('the reason %s has words', (code) => {
  expect(words).toContain(code)
})
