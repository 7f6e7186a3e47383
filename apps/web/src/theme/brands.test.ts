import { expect, test } from 'vitest'
import { brandOf, BRAND_FACTS, BRANDS } from './brands.ts'

test('there are two themes, and that of the provider is the default one · BRANDING-004', () => {
  expect(BRANDS).toEqual(['default', 'pelco'])
  expect(Object.keys(BRAND_FACTS)).toEqual([...BRANDS])
  expect((['default', 'provider', 'pelco'] as const).map((theme) => brandOf(theme))).toEqual([
    'default',
    'default',
    'pelco',
  ])
})
