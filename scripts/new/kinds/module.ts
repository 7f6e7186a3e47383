import { answerRead, CONTRACT, declareRead, testRead } from '../contract.ts'
import type { Draft } from '../draft.ts'
import { addImport, addLine, insertBefore } from '../edit-text.ts'
import { nameOf } from '../name.ts'
import { addArea } from '../areas-table.ts'

/** Drafts an area of the server with its first operation. */
export function newModule(draft: Draft, text: string): string[] {
  const name = nameOf(text)
  const exported = `get${name.pascal}`
  const path = `/v1/${name.kebab}`
  const declared = { export: exported, id: `${name.camel}.get`, path, title: name.words, tag: name.words }
  draft.create(
    `${CONTRACT}/${name.kebab}.ts`,
    `import { z } from 'zod'\nimport { operation } from './operation.ts'\n${declareRead(declared)}`,
  )
  draft.edit(`${CONTRACT}/index.ts`, (index) => {
    const imported = addLine(index, /^import \* as /, `import * as ${name.camel} from './${name.kebab}.ts'`)
    const passedOn = addLine(imported, /^export \* from /, `export * from './${name.kebab}.ts'`)
    return insertBefore(passedOn, '].flatMap(', `  ${name.camel},\n`)
  })
  const folder = `apps/server/src/modules/${name.kebab}`
  const object = `${name.camel}Module`
  draft.create(`${folder}/index.ts`, `export { ${object} } from './module.ts'\n`)
  draft.create(
    `${folder}/module.ts`,
    `import { ${exported} } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'
import type { Module } from '../../platform/modules/module.ts'

export const ${object}: Module = { name: '${name.kebab}', routes: register${name.pascal} }

function register${name.pascal}(register: Register): void {
  ${answerRead(exported)}
}
`,
  )
  draft.create(
    `${folder}/permissions.table.ts`,
    `// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  '${declared.id}': may('companyRead'),
}
`,
  )
  draft.create(`${folder}/${name.kebab}.api.test.ts`, testRead(path))
  draft.edit('apps/server/src/modules.ts', (modules) =>
    addLine(
      addImport(modules, `import { ${object} } from './modules/${name.kebab}/index.ts'`),
      /^ {2}\.with\((?!demo)/,
      `  .with(${object})`,
    ),
  )
  addArea(draft, name, { module: name.kebab })
  return [`Say in docs/architecture.md what ${name.kebab} is for, and replace the answer of ${exported} by its own.`]
}
