import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PACK_SETS } from './catalogue.ts'
import { MEASURED_SETS, type MeasuredSet } from './measured-sets.ts'

const read = (file: string) => readFile(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), 'utf8')
const share = ({ hits, of }: { hits: number; of: number }) =>
  `${hits === of ? '100' : ((hits / of) * 100).toFixed(1)} % (${hits} of ${of})`
const sets: readonly [string, MeasuredSet][] = Object.entries(MEASURED_SETS)

test('every set that can be added by name has figures', () => {
  expect(sets.map(([name]) => name).toSorted()).toEqual(['builtin', ...Object.keys(PACK_SETS)].toSorted())
})

test.each(sets)('the documents contain the same figures for %s as the page', async (name, { unseen, fitted }) => {
  const row = (await read('docs/filter.md'))
    .split('\n')
    .find((line) => line.startsWith(name === 'builtin' ? '| built in' : `| \`${name}\``))
  const cells = row?.split('|').map((cell) => cell.trim())
  const told = (of: typeof fitted | null) =>
    of === null ? 'not measured' : `${share(of.recall)} / ${share(of.reduction)}`
  expect(cells?.slice(2, 4)).toEqual([told(unseen), told(fitted)])
})

test('README lists first the figures on unseen cameras', async () => {
  const text = await read('README.md')
  for (const words of ['77.8 % of the true', '90.9 % of the\nfalse', '96.8 % and 89.1 %']) expect(text).toContain(words)
  expect(text.indexOf('77.8 %')).toBeLessThan(text.indexOf('97.4 %'))
})
