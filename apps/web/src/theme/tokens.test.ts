import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BRANDS } from './brands.ts'
import { contrast } from '../testing/contrast.ts'

const SURFACES = ['bg', 'surface', 'surface-raised', 'surface-hover', 'surface-selected', 'surface-inset']
const TEXTS = ['text', 'text-muted', 'text-faint', 'accent', 'danger']
const MEANINGS = ['passed', 'filtered', 'unverified', 'waiting', 'armed', 'paused', 'tampered', 'offline']
/** Text colours and their backgrounds. */
const FILLED = [
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-danger', 'danger-fill'],
  ['on-danger', 'danger-fill-hover'],
  ['accent', 'accent-soft'],
] as const

function tokensOf(brand: string, scheme: string): Map<string, string> {
  const css = readFileSync(join(import.meta.dirname, 'tokens', `${brand}.css`), 'utf8')
  const selector = `:root[data-brand='${brand}'][data-mantine-color-scheme='${scheme}'] {`
  const block = css.split(selector)[1]?.split('}')[0] ?? ''
  return new Map(Array.from(block.matchAll(/--wn-([\w-]+):\s*([^;]+);/g), (match) => [match[1] ?? '', match[2] ?? '']))
}

describe.each(BRANDS.flatMap((brand) => ['dark', 'light'].map((scheme) => [brand, scheme] as const)))(
  '%s %s',
  (brand, scheme) => {
    const tokens = tokensOf(brand, scheme)
    const ratio = (text: string, ground: string) => contrast(tokens.get(text) ?? '', tokens.get(ground) ?? '')

    test('has the same tokens as the other themes', () => {
      expect(Array.from(tokens.keys()).toSorted()).toEqual(Array.from(tokensOf('default', 'dark').keys()).toSorted())
    })

    test.each(TEXTS.flatMap((text) => SURFACES.map((ground) => [text, ground] as const)))(
      '%s is readable on %s',
      (text, ground) => {
        expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
      },
    )

    test.each(
      MEANINGS.flatMap((meaning) =>
        [`${meaning}-soft`, 'bg', 'surface', 'surface-hover', 'surface-selected'].map(
          (ground) => [meaning, ground] as const,
        ),
      ),
    )('%s is readable on %s', (meaning, ground) => {
      expect(ratio(meaning, ground)).toBeGreaterThanOrEqual(4.5)
    })

    test.each(FILLED)('%s is readable on %s', (text, ground) => {
      expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
    })

    test.each(['border-strong', 'focus', 'passed-fill', 'filtered-fill', 'unverified-fill'])(
      '%s is visible on every surface',
      (line) => {
        for (const ground of ['bg', 'surface', 'surface-raised']) expect(ratio(line, ground)).toBeGreaterThanOrEqual(3)
      },
    )
  },
)

/** The result of `color-mix(in srgb, <one> <part>, transparent)` on a background. */
function mixed(one: string, part: number, ground: string): string {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const under = channels(ground)
  const sums = channels(one).map((value, at) => Math.round(value * part + (under[at] ?? 0) * (1 - part)))
  return `#${sums.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

describe('a disabled control', () => {
  const base = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8')
  const [, selectors = '', name = '', percent = ''] =
    /((?:[^{}]*):disabled[^{}]*)\{\s*border: 1px solid color-mix\(in srgb, var\(--wn-([\w-]+)\) (\d+)%, transparent\);/.exec(
      base,
    ) ?? []

  test.each(['.mantine-Button-root', '.mantine-Switch-track', '.mantine-Slider-track'])('%s has an edge', (part) => {
    expect(selectors).toContain(part)
  })

  test.each(BRANDS.flatMap((brand) => ['dark', 'light'].map((scheme) => [brand, scheme] as const)))(
    'has a visible edge in %s %s',
    (brand, scheme) => {
      const tokens = tokensOf(brand, scheme)
      for (const ground of ['bg', 'surface', 'surface-raised']) {
        const colour = tokens.get(ground) ?? ''
        expect(contrast(mixed(tokens.get(name) ?? '', Number(percent) / 100, colour), colour)).toBeGreaterThanOrEqual(2)
      }
    },
  )
})

test('the contrast is computed as in WCAG 2', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(() => contrast('red', '#ffffff')).toThrow('not a colour')
})
