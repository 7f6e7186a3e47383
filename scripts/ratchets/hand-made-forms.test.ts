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

it('an element of a form is found where it stands', () => {
  expect(linesIn('apps/web/src/features/users/some.tsx', '\n<form onSubmit={submit}>\n')).toEqual([2])
})

it('a form of ui/form is none, nor is a word that begins so', () => {
  expect(linesIn('apps/web/src/features/users/some.tsx', '<Form form={form}>\n<formation />\n')).toEqual([])
})

it('the element that all others use is left out, and what is no screen', () => {
  expect(linesIn('apps/web/src/ui/form/form.tsx', '<form>')).toEqual([])
  expect(linesIn('apps/server/src/page.tsx', '<form>')).toEqual([])
})
