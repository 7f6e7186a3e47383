import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createDraft } from './draft.ts'
import { addArea, readAreas, type Area } from './areas-table.ts'
import { nameOf } from './name.ts'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('docs/architecture.md', root), 'utf8')
const folders = (path: string) =>
  readdirSync(new URL(path, root), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
/** Names of folders in a column. */
const named = (column: keyof Area) =>
  readAreas(text).flatMap((row) => [...row[column].matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name))

it('the table of areas in docs/architecture.md contains every module once', () => {
  expect(named('module').toSorted()).toEqual(folders('apps/server/src/modules').toSorted())
})

it('the table of areas contains every feature of the console', () => {
  expect([...new Set(named('feature'))].toSorted()).toEqual(folders('apps/web/src/features').toSorted())
})

it('the table of areas gets a row for a new module, and a screen of the same name is added to that row', () => {
  const draft = createDraft(() => text)
  addArea(draft, nameOf('opening-hours'), { module: 'opening-hours' })
  addArea(draft, nameOf('opening-hours'), { feature: 'opening-hours', screen: '`/cams/opening-hours`' })
  const after = draft.text('docs/architecture.md')
  expect(readAreas(after).slice(0, -1)).toEqual(readAreas(text))
  expect(readAreas(after).at(-1)).toEqual({
    area: 'Opening hours',
    module: '`opening-hours`',
    feature: '`opening-hours`',
    screen: '`/cams/opening-hours`',
  })
})
