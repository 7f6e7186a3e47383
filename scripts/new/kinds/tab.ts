import type { Draft } from '../draft.ts'
import { addImport, insertBefore } from '../edit-text.ts'
import { nameOf } from '../name.ts'
import { addText, type Titles } from '../texts.ts'

const SETTINGS = 'apps/web/src/features/settings'

/** Drafts a tab of the settings. At first only provider users see it. */
export function newTab(draft: Draft, text: string, titles: Titles): string[] {
  const name = nameOf(text)
  const tab = `${name.pascal}Tab`
  const title = titles.en ?? name.words
  draft.create(
    `${SETTINGS}/${name.kebab}-tab.tsx`,
    `import { useUser } from '../../lib/session/session.ts'
import css from './settings.module.css'

export function ${tab}() {
  const { companyName } = useUser()
  return (
    <div className={css['column']}>
      <p>{companyName}</p>
    </div>
  )
}
`,
  )
  draft.create(
    `${SETTINGS}/${name.kebab}-tab.test.tsx`,
    `import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { tabsOf } from './settings-tabs.ts'

const boss = buildUser({ roles: ['SUPER_USER'], permissions: ['companies.manage'] })
const idsOf = (user: typeof boss) => tabsOf(user).company.map(({ id }) => id)

test('shows the company', async () => {
  await renderConsole('/cams/settings/${name.kebab}', { user: boss })
  const tab = await screen.findByRole('region', { name: ${JSON.stringify(title)} })
  expect(within(tab).getByText(boss.companyName).tagName).toBe('P')
})

test('is shown only to users who run the installation', () => {
  expect(idsOf(boss)).toContain('${name.kebab}')
  expect(idsOf(buildUser())).not.toContain('${name.kebab}')
})
`,
  )
  draft.edit(`${SETTINGS}/settings-tabs.ts`, (tabs) =>
    addImport(
      insertBefore(
        tabs,
        '] as const satisfies readonly Tab[]',
        `  { id: '${name.kebab}', group: 'company', needs: 'companies.manage', component: ${tab} },\n`,
      ),
      `import { ${tab} } from './${name.kebab}-tab.tsx'`,
    ),
  )
  return [
    ...addText(draft, `settings.tabs.${name.kebab}`, titles, name.words),
    `Say in ${SETTINGS}/settings-tabs.ts who has the tab, and in which group it stands.`,
  ]
}
