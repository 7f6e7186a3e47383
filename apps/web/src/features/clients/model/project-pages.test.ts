import { expect, test } from 'vitest'
import { buildProject } from '../testing/node-factory.ts'
import { projectsOf, replaceProject } from './project-pages.ts'

const page = (...ns: number[]) => ({
  rows: ns.map((n) => buildProject(n)),
  count: 4,
  countIsExact: true,
  page: 1,
  limit: 2,
})

test('a client that moved to the next page between two requests is listed once', () => {
  expect(projectsOf([page(1, 2), page(2, 3)]).map((project) => project.name)).toEqual([
    'Client 1',
    'Client 2',
    'Client 3',
  ])
})

test('a client with changed counts is updated in its place', () => {
  const pages = replaceProject([page(1, 2), page(3)], buildProject(3, { siteCount: 9 }))
  expect(projectsOf(pages ?? []).map((project) => project.siteCount)).toEqual([1, 1, 9])
})

test('a client with a new name, or a new one, requires a reload for its place', () => {
  expect(replaceProject([page(1, 2)], buildProject(2, { name: 'Another' }))).toBeUndefined()
  expect(replaceProject([page(1, 2)], buildProject(5))).toBeUndefined()
})
