import { IMPORT_COLUMNS } from '@winnow/contract'
import { csvHead, csvLine } from '@winnow/domain'
import { importProblemText, type ImportWords } from '@winnow/i18n'
import type { Tx } from '../../platform/db/transaction.ts'
import { selectFailedCells } from './import-queries.ts'

/** The number of lines that are read in one transaction. */
const PAGE = 1_000
const HEADING = csvHead([...IMPORT_COLUMNS, 'problem'])

/** Yields the lines to correct as CSV, with an additional column for the problems, in sentences. An import ignores that column. */
export async function* failedLines(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  id: string,
  t: ImportWords,
): AsyncGenerator<string> {
  yield HEADING
  for (let after = 0; ;) {
    const from = after
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const rows = await read((tx) => selectFailedCells(tx, id, { after: from, limit: PAGE }))
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .map(({ cells, problems }) =>
        csvLine([
          ...IMPORT_COLUMNS.map((column) => cells[column] ?? ''),
          problems.map((problem) => importProblemText(problem, t)).join(' '),
        ]),
      )
      .join('')
    after = last.line
  }
}
