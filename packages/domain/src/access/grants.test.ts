import { describe, expect, it } from 'vitest'
import { nodePermission, type Grants } from './grants.ts'

const some: Grants = {
  all: false,
  projects: new Map([['p1', 'read']]),
  sites: new Map([
    ['s1', 'write'],
    ['s9', 'read'],
  ]),
  views: new Map([['v9', 'write']]),
}

describe('the permission on a node', () => {
  it.each([
    ['a granted client', { projectId: 'p1' }, 'read'],
    ['a site below a granted client', { projectId: 'p1', siteId: 's2' }, 'read'],
    ['a site with a stronger grant than its client', { projectId: 'p1', siteId: 's1' }, 'write'],
    ['a camera of such a site', { projectId: 'p1', siteId: 's1', viewId: 'v1' }, 'write'],
    ['a camera with a stronger grant than its site', { projectId: 'p9', siteId: 's9', viewId: 'v9' }, 'write'],
    ['a camera without a grant at a granted site', { projectId: 'p9', siteId: 's9', viewId: 'v8' }, 'read'],
    ['the client above a granted site', { projectId: 'p9' }, undefined],
    ['the site above a granted camera', { projectId: 'p9', siteId: 's8' }, undefined],
    ['a node without any grant', { projectId: 'p7', siteId: 's7', viewId: 'v7' }, undefined],
  ] as const)('is the strongest grant on or above %s', (_what, path, expected) => {
    expect(nodePermission(some, path)).toBe(expected)
  })

  it('is that of a grant for the whole company, for every node', () => {
    expect(nodePermission({ all: true, permission: 'read' }, { projectId: 'x' })).toBe('read')
    expect(nodePermission({ all: true, permission: 'write' }, { projectId: 'x', siteId: 'y', viewId: 'z' })).toBe(
      'write',
    )
  })
})
