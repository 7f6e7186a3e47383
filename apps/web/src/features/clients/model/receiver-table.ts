interface Column {
  readonly name: string
}

/** The most lines that are read; what comes behind them is refused by the schema. */
const MOST_LINES = 10_000

/** The separator of a pasted table: tabs of a spreadsheet first, then semicolons, then commas. What stands in quotation marks is a name. */
function separatorOf(text: string): string {
  const bare = text.replaceAll(/"(?:[^"\r\n]|"")*"/g, '')
  return ['\t', ';'].find((each) => bare.includes(each)) ?? ','
}

/** Splits a line at its separator. A cell in quotation marks may contain it; two marks stand for one. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? ''
    if (char === '"' && quoted && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (char === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted
    } else if (char === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += char
  }
  return [...cells, cell.trim()]
}

/** Reads a table from pasted lines or a CSV file: one row per line, empty cells are left out, empty lines are passed over. */
export function readTable(text: string, columns: readonly Column[]): Record<string, string>[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const separator = separatorOf(text)
  return lines.slice(0, MOST_LINES).map((line) => {
    const cells = cellsOf(line, separator)
    const named = columns.map(({ name }, at) => [name, cells[at] ?? ''] as const)
    return Object.fromEntries(named.filter(([, cell], at) => at === 0 || cell !== ''))
  })
}

const quote = (cell: string): string => (/[";\t,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Writes a table as lines that `readTable` reads again. */
export function writeTable(rows: unknown, columns: readonly Column[]): string {
  if (!Array.isArray(rows)) return ''
  return rows
    .map((row: unknown) => {
      const cells = columns.map(({ name }) => {
        const cell: unknown = Object(row)[name]
        return typeof cell === 'string' ? quote(cell.replaceAll(/[\r\n]+/g, ' ')) : ''
      })
      // At least one separator stands in each line, so that a comma in a name is not taken for one.
      return cells.slice(0, Math.max(2, cells.findLastIndex((cell) => cell !== '') + 1)).join('; ')
    })
    .join('\n')
}
