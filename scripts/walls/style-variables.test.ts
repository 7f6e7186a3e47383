// A style variable with a misspelt name has no value, and the browser does not report it.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const web = fileURLToPath(new URL('../../apps/web/src/', import.meta.url))

it('every style variable that the console uses is defined', () => {
  const text = globSync('**/*.{css,ts,tsx}', { cwd: web })
    .map((file) => readFileSync(web + file, 'utf8'))
    .join('\n')
  // In a style sheet, in an object of styles, or as a constant that a script sets.
  const defined = new Set(Array.from(text.matchAll(/(--wn-[\w-]+)(?:['"]?\s*:|'$)/gm), (match) => match[1]))
  const used = new Set(Array.from(text.matchAll(/var\(\s*(--wn-[\w-]+)/g), (match) => match[1]))
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter((name) => !defined.has(name))).toEqual([])
})
