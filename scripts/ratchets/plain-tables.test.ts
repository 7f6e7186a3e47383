import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findPlainTables } from './plain-tables.ts'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'winnow-tables-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function linesIn(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return findPlainTables(root, [file]).map(({ line }) => line)
}

const TABLE = "import { DataTable } from '../../ui/data-table.tsx'\n"

it('a plain table is found at its import', () => {
  expect(linesIn('apps/web/src/features/users/some.tsx', `\n${TABLE}`)).toEqual([2])
})

it('the shared list may use a plain table, and files other than screens are ignored', () => {
  expect(linesIn('apps/web/src/ui/list-screen/list-body.tsx', "import { DataTable } from '../data-table.tsx'")).toEqual(
    [],
  )
  expect(linesIn('apps/server/src/page.tsx', TABLE)).toEqual([])
})
