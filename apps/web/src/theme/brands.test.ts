import { COMPANY_THEMES } from '@winnow/contract'
import { expect, test } from 'vitest'
import { brandOf, BRAND_FACTS, BRANDS } from './brands.ts'

test('there are two themes, of which the provider’s is the default · BRANDING-004', () => {
  expect(BRANDS).toEqual(['default', 'pelco'])
  expect(Object.keys(BRAND_FACTS)).toEqual([...BRANDS])
  expect((['default', 'provider', 'pelco'] as const).map((theme) => brandOf(theme))).toEqual([
    'default',
    'default',
    'pelco',
  ])
})

test('every theme that a company may have is the default or the partner’s · COMPANY-001', () => {
  const brandsByTheme = COMPANY_THEMES.map((theme) => [theme, brandOf(theme)])
  expect(Object.fromEntries(brandsByTheme)).toEqual({ pelco: 'pelco', default: 'default', provider: 'default' })
})
