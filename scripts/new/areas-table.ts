import type { Draft } from './draft.ts'
import type { Name } from './name.ts'

const FILE = 'docs/architecture.md'
const HEAD = /^\| Area +\|/m

export interface Area {
  area: string
  module: string
  feature: string
  screen: string
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows of the table of areas. @throws {Error} when the table is not there */
export function readAreas(text: string): Area[] {
  const start = text.search(HEAD)
  if (start < 0) throw new Error('the table of areas is not there any more')
  const [table = ''] = text.slice(start).split('\n\n')
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => {
      const [area = '', module = '', feature = '', screen = ''] = cellsOf(line)
      return { area, module, feature, screen }
    })
}

/** Adds an area to the table of docs/architecture.md, or adds the new cells to its existing row. */
export function addArea(draft: Draft, name: Name, got: Partial<Omit<Area, 'area'>>): void {
  draft.edit(FILE, (text) => {
    const start = text.search(HEAD)
    const rows = readAreas(text)
    const known = rows.find(({ area }) => area === name.words)
    const row = { area: name.words, module: '–', feature: '–', screen: '–', ...known, ...coded(got) }
    const next = known ? rows.map((each) => (each === known ? row : each)) : [...rows, row]
    const lines = next.map(({ area, module, feature, screen }) => `| ${area} | ${module} | ${feature} | ${screen} |`)
    const [table = ''] = text.slice(start).split('\n\n')
    const head = table.split('\n').slice(0, 2)
    return text.slice(0, start) + [...head, ...lines].join('\n') + text.slice(start + table.trimEnd().length)
  })
}

/** Formats names of folders as code. */
const coded = ({ module, feature, screen }: Partial<Omit<Area, 'area'>>) => ({
  ...(module === undefined ? {} : { module: `\`${module}\`` }),
  ...(feature === undefined ? {} : { feature: `\`${feature}\`` }),
  ...(screen === undefined ? {} : { screen }),
})
