import { IMPORT_COLUMNS, issueRule, type Contact, type ImportColumn, type ImportProblem } from '@winnow/contract'
import { mailAddressIssue, type ValidationIssue } from '@winnow/domain'
import { LRUCache } from 'lru-cache'
import { safeParse } from 'zod/v4/core'
import { COLUMNS, KEY_OF, type Value } from './columns.ts'
import type { Cells } from './read-line.ts'

type Rule = Pick<ImportProblem, 'rule' | 'limit' | 'entry'>
type Reading = { value: Value } | { broken: Rule }

const MAIL_RULES = { 'v.email.at': 'emailAt', 'v.email.alias': 'emailAlias' } as const

function mailRule({ key }: ValidationIssue): Rule['rule'] {
  return key === 'v.email.at' || key === 'v.email.alias' ? MAIL_RULES[key] : 'emailInvalid'
}

/** The rule that an email of contacts breaks, which the schema of the form does not know. */
function brokenMail(contacts: readonly Contact[]): Rule | undefined {
  for (const [at, { email }] of contacts.entries()) {
    const issue = email === null ? undefined : mailAddressIssue(email)
    if (issue) return { rule: mailRule(issue), entry: at + 1 }
  }
  return undefined
}

function readUncached(name: ImportColumn, cell: string): Reading {
  const column = COLUMNS[name]
  const given = column.is === 'value' ? column.form.read(cell) : cell
  if (given === undefined) return { broken: {} }
  const { success, data, error } = safeParse(column.rule, given, { reportInput: true })
  if (!success) {
    const [issue] = error.issues
    const found = issue && issueRule(issue)
    const entry = typeof issue?.path[0] === 'number' ? issue.path[0] + 1 : undefined
    return {
      broken: {
        ...(found ? { rule: found.rule } : {}),
        ...(found?.n === undefined ? {} : { limit: found.n }),
        ...(entry === undefined ? {} : { entry }),
      },
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rule of a column yields its values
  const value = data as Value
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rule of this column yields contacts
  const broken = name === 'site_contacts' ? brokenMail(value as readonly Contact[]) : undefined
  return broken ? { broken } : { value }
}

/** Cells of this length or less are remembered: the lines of a file repeat the same few values. */
const SHORT = 40
const remembered = new LRUCache<string, Reading>({ max: 2_000 })

/** The value in a cell, or the rule that it breaks: the same as in the form of the object. */
export function readCell(name: ImportColumn, cell: string): Reading {
  if (COLUMNS[name].is !== 'value' || cell.length > SHORT) return readUncached(name, cell)
  const at = `${name} ${cell}`
  const known = remembered.get(at)
  if (known) return known
  const reading = readUncached(name, cell)
  remembered.set(at, reading)
  return reading
}

/** What a cell contributes to a line without problems. */
export function valueOf(name: ImportColumn, cell: string): Value {
  const reading = readCell(name, cell)
  if (!('value' in reading)) throw new Error(`the cell of ${name} was not checked`)
  return reading.value
}

/** Whether a value is the one in a cell. An old value that breaks a newer rule is the same as its own cell. */
export function isSame(name: ImportColumn, stored: Value | undefined, cell: string): boolean {
  const column = COLUMNS[name]
  if (column.is !== 'value') return stored === cell
  const { read, write } = column.form
  const text = write(stored).trim()
  if (text === cell) return true
  const given = read(cell)
  return given !== undefined && write(given).trim() === text
}

const problem = (code: ImportProblem['code'], column: ImportColumn): ImportProblem => ({
  code,
  column,
  otherLine: null,
})

/** The cells that a line must have because of its other cells, and does not. */
export function missingCells(cells: Cells): ImportProblem[] {
  const has = (column: ImportColumn) => cells[column] !== undefined
  const names = (kind: keyof typeof KEY_OF) => has(kind) || has(KEY_OF[kind])
  const fills = (kind: keyof typeof KEY_OF) =>
    IMPORT_COLUMNS.some((name) => COLUMNS[name].is === 'value' && COLUMNS[name].of === kind && has(name))
  return [
    ...(names('client') ? [] : [problem('REQUIRED', 'client')]),
    ...((names('camera') || fills('site')) && !names('site') ? [problem('REQUIRED', 'site')] : []),
    ...(fills('camera') && !names('camera') ? [problem('REQUIRED', 'camera')] : []),
  ]
}

/** The cells of a line that break a rule. */
export const brokenCells = (cells: Cells): ImportProblem[] =>
  IMPORT_COLUMNS.flatMap((name) => {
    const cell = cells[name]
    const reading = cell === undefined ? undefined : readCell(name, cell)
    return reading && 'broken' in reading ? [{ ...problem('INVALID', name), ...reading.broken }] : []
  })
