import { addArea } from '../areas-table.ts'
import type { Draft } from '../draft.ts'
import { addImport, insertAfter, insertBefore } from '../edit-text.ts'
import { nameOf, type Name } from '../name.ts'
import { addText, type Titles } from '../texts.ts'

const WEB = 'apps/web/src'

/** Drafts a page of the console with its place in the menu. At first only provider users see it. */
export function newScreen(draft: Draft, text: string, titles: Titles): string[] {
  const name = nameOf(text)
  const route = `${name.camel}Route`
  const title = titles.en ?? name.words
  draft.create(`${WEB}/features/${name.kebab}/${name.kebab}-page.tsx`, pageOf(name))
  draft.create(`${WEB}/features/${name.kebab}/${name.kebab}.test.tsx`, testOf(name, title))
  draft.create(
    `${WEB}/routes/${name.kebab}.tsx`,
    `import { IconFile } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listAddress } from '../ui/list-screen/list-address.ts'
import { camsRoute } from './cams.tsx'

export const ${route} = createRoute({
  getParentRoute: () => camsRoute,
  path: '${name.kebab}',
  validateSearch: listAddress,
  staticData: {
    screen: {
      needs: 'companies.manage',
      otherwise: 'not-found',
      menu: { id: '${name.camel}', icon: IconFile, place: 110 },
    },
  },
  component: lazyRouteComponent(() => import('../features/${name.kebab}/${name.kebab}-page.tsx'), '${name.pascal}Page'),
})
`,
  )
  draft.edit(`${WEB}/routes/route-tree.ts`, (tree) =>
    addImport(
      insertBefore(tree, /(?<=camsRoute\.addChildren\(\[[\s\S]*?\n) {2}\]\)/, `    ${route},\n`),
      `import { ${route} } from './${name.kebab}.tsx'`,
    ),
  )
  draft.edit(`${WEB}/app/screen.ts`, (screen) => insertAfter(screen, "  | 'auditLog'\n", `  | '${name.camel}'\n`))
  addArea(draft, name, { feature: name.kebab, screen: `\`/cams/${name.kebab}\`` })
  return [
    ...addText(draft, `shell.menu.${name.camel}`, titles, name.words),
    `List in ${WEB}/features/${name.kebab}/${name.kebab}-page.tsx what the screen is for: it shows clients until then.`,
    `Say in ${WEB}/routes/${name.kebab}.tsx who may open it, and give it its icon and place in the menu.`,
  ]
}

const pageOf = (name: Name): string => `import { listProjects, type Project } from '@winnow/contract'
import { IconFile } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { listControl } from '../../ui/list-screen/list-address.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'

const LIMIT = 50

export function ${name.pascal}Page() {
  const { t } = useTranslation(['shell', 'clients', 'common'])
  const address = useSearch({ from: '/cams/${name.kebab}' })
  const navigate = useNavigate({ from: '/cams/${name.kebab}' })
  const list = listControl(address, (search) => void navigate({ search, replace: true }))
  const query = { search: address.search, page: list.page, limit: LIMIT }
  const rows = useOperationQuery(listProjects, { query }, { keepPrevious: true })
  return (
    <PageLayout title={t('shell:menu.${name.camel}')} variant="wide">
      <ListScreen
        label={t('shell:menu.${name.camel}')}
        query={rows}
        list={list}
        columns={[{ key: 'name', name: t('clients:title'), render: (row: Project) => row.name }]}
        rowKey={(row) => row.id}
        limit={LIMIT}
        search={t('common:list.find')}
        empty={{ icon: <IconFile size={28} stroke={1.5} />, title: t('clients:none.emptyReadOnlyTitle') }}
      />
    </PageLayout>
  )
}
`

const testOf = (
  { kebab }: Name,
  title: string,
): string => `import { listProjects, type Project } from '@winnow/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const boss = buildUser({ roles: ['SUPER_USER'], permissions: ['companies.manage', 'node.read'] })
const harbour: Project = {
  id: '01900000-0000-7000-8000-000000000052',
  name: 'Harbour',
  groupIds: [],
  permission: 'read',
  siteCount: 0,
  viewCount: 0,
}
const title = ${JSON.stringify(title)}

test('lists what the address asks for, and is in the menu of users who run the installation', async () => {
  const api = frameApi(boss).on(listProjects, ({ query }) => {
    const rows = query.search === 'har' ? [harbour] : []
    return { rows, count: rows.length, countIsExact: true, page: 1, limit: 50 }
  })
  await renderConsole('/cams/${kebab}?search=har', { api })
  await screen.findByRole('heading', { name: title })
  await screen.findByText(harbour.name)
  expect(screen.getByRole('link', { name: title }).getAttribute('href')).toBe('/cams/${kebab}')
})

test('is not shown to other users', async () => {
  await renderConsole('/cams/${kebab}', { user: buildUser() })
  expect(screen.queryByRole('heading', { name: title })).toBeNull()
  expect(screen.queryByRole('link', { name: title })).toBeNull()
})
`
