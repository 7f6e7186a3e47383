import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findHandMadeForms } from './hand-made-forms.ts'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'winnow-forms-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function linesIn(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return findHandMadeForms(root, [file]).map(({ line }) => line)
}

it('a form element is found with its line', () => {
  expect(linesIn('apps/web/src/features/users/some.tsx', '\n<form onSubmit={submit}>\n')).toEqual([2])
})

it('a form of ui/form is not counted, nor is a word with the same start', () => {
  expect(linesIn('apps/web/src/features/users/some.tsx', '<Form form={form}>\n<formation />\n')).toEqual([])
})

it('the shared form itself and files other than screens are ignored', () => {
  expect(linesIn('apps/web/src/ui/form/form.tsx', '<form>')).toEqual([])
  expect(linesIn('apps/server/src/page.tsx', '<form>')).toEqual([])
})
