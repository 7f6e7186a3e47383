import { expect, it } from 'vitest'
import { findTests } from './find-tests.ts'

const TEXTS: Record<string, string> = {
  'packages/domain/src/verdict/plan.test.ts': "it('rises · VERDICT-004', () => {})",
  'apps/web/src/features/users/users.test.tsx': "it('shows who was invited', () => {})",
}
const find = (...patterns: string[]) => findTests(Object.keys(TEXTS), patterns, (file) => TEXTS[file] ?? '')

it('finds tests by a part of their path', () => {
  expect(find('Verdict')).toEqual({ files: ['packages/domain/src/verdict/plan.test.ts'] })
  expect(find('verdict', 'users').files).toHaveLength(2)
})

it('finds tests by the words of their title if no path contains them, with or without quotes', () => {
  const byTitle = { files: ['apps/web/src/features/users/users.test.tsx'], title: 'who was invited' }
  expect(find('who was invited')).toEqual(byTitle)
  expect(find('who', 'was', 'invited')).toEqual(byTitle)
  expect(find('VERDICT-004').title).toBe('VERDICT-004')
})

it('finds nothing if nothing matches', () => {
  expect(find('billing').files).toEqual([])
})
