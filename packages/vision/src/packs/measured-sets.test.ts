import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PACK_SETS } from './catalogue.ts'
import { MEASURED_SETS, type MeasuredSet, type MeasuredShare } from './measured-sets.ts'
import figures from './nested-figures.json' with { type: 'json' }

const read = (file: string) => readFile(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), 'utf8')
const percent = (value: number) => (value === 1 ? '100' : (value * 100).toFixed(1))
const share = ({ hits, of, low, high }: MeasuredShare) =>
  `${percent(hits / of)} % (${hits} of ${of}; ${percent(low)}–${percent(high)})`
const sets: readonly [string, MeasuredSet | null][] = Object.entries(MEASURED_SETS)
const nameOf = (name: string) => (name === 'builtin' ? 'built in' : `\`${name}\``)

/** The cells of the first row of a document that begins with this name. */
async function rowOf(file: string, name: string): Promise<string[]> {
  const row = (await read(file)).split('\n').find((line) => line.startsWith(`| ${nameOf(name)}`))
  return (row ?? '').split('|').map((cell) => cell.trim())
}

test('every set that can be added by name has figures', () => {
  expect(sets.map(([name]) => name).toSorted()).toEqual(['builtin', ...Object.keys(PACK_SETS)].toSorted())
})

test.each(sets)('the documents contain the same figures for %s as the page', async (name, set) => {
  const told = set === null ? ['not measured', 'not measured'] : [share(set.recall), share(set.reduction)]
  for (const file of ['docs/filter.md', 'docs/filter-figures.md'])
    expect((await rowOf(file, name)).slice(2, 4)).toEqual(told)
})

test.each(Object.entries(figures))(
  'the page of figures tells what each sensitivity of %s comes to',
  async (name, set) => {
    const text = await read('docs/filter-figures.md')
    for (const [index, { promised, recall, reduction }] of set.bySensitivity.entries()) {
      const cells = [
        nameOf(name),
        String(index + 1),
        `${(promised * 100).toFixed(1)} %`,
        share(recall),
        share(reduction),
      ]
      expect(text.replaceAll(/ +/g, ' ')).toContain(`| ${cells.join(' | ')} |`)
    }
  },
)

test('README tells the figures on other cameras', async () => {
  const text = (await read('README.md')).replaceAll('\n', ' ')
  for (const name of ['builtin', 'recommended', 'accurate'] as const) {
    const { recall, reduction } = MEASURED_SETS[name]
    for (const { hits, of } of [recall, reduction]) expect(text).toContain(`${percent(hits / of)} %`)
  }
})
