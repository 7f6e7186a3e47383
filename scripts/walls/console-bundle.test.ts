// The files of the console's bundle: everything that its entry imports, directly or indirectly.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readGraph } from '../loop/import-graph.ts'
import { listSources } from '../loop/test-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('the bundle of the console contains the contract, and none of its examples', () => {
  const files = listSources(root)
  const graph = readGraph(files, (file) => readFileSync(root + file, 'utf8'))
  const reached = new Set(['apps/web/src/main.tsx'])
  for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target)
  expect(reached).toContain('packages/contract/src/tree.ts')
  expect(files).toContain('packages/contract/src/tree.examples.ts')
  expect([...reached].filter((file) => /contract\/src\/.*example/.test(file))).toEqual([])
})
