import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BENCHES } from './benches.ts'

it('docs/benchmarks.md lists all benches under the names that the command accepts', () => {
  const text = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
  const listed = Array.from(text.matchAll(/^\| `(\w+)` +\| [^|]*\?/gm), ([, name]) => name)
  expect(listed).toEqual(Object.keys(BENCHES))
})
