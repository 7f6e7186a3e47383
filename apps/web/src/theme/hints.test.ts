import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '..')
/** Texts that people must read in order to continue: hints and errors, found by their class names. */
const TO_READ = /\.(?:hint|help|note|advice|problem|failed|care|about|running|cause|error)(?:\[[^\]]*\])?$/
const LEAST = 13

const base = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8')
const sizes = new Map(Array.from(base.matchAll(/--wn-font-(\w+): (\d+)px;/g), ([, name, size]) => [name, Number(size)]))

/** Selectors and declarations of a style sheet, without comments. */
function rulesOf(css: string): { selectors: string[]; body: string }[] {
  return Array.from(css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g), (match) => ({
    selectors: (match[1] ?? '').split(',').map((selector) => selector.trim()),
    body: match[2] ?? '',
  }))
}

/** The font size of a rule in pixels; undefined if the rule sets none. */
function sizeOf(body: string): number | undefined {
  const [, named, pixels] = /font-size: (?:var\(--wn-font-(\w+)\)|(\d+)px)/.exec(body) ?? []
  if (named !== undefined) return sizes.get(named)
  return pixels === undefined ? undefined : Number(pixels)
}

test('hints and errors have at least 13 pixels', () => {
  const found = globSync('**/*.module.css', { cwd: SRC }).flatMap((file) =>
    rulesOf(readFileSync(join(SRC, file), 'utf8')).flatMap(({ selectors, body }) =>
      selectors
        .filter((selector) => TO_READ.test(selector))
        .map((selector) => ({ file, selector, size: sizeOf(body) })),
    ),
  )
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ size }) => size !== undefined && size < LEAST)).toEqual([])
})

test('texts of the component library beside a field have at least 13 pixels too', () => {
  const beside = rulesOf(base).find(({ selectors }) => selectors.includes('.mantine-InputWrapper-error'))
  expect(beside?.selectors).toContain('.mantine-InputWrapper-description')
  expect(sizeOf(beside?.body ?? '')).toBeGreaterThanOrEqual(LEAST)
})
