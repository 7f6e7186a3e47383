import { addRight, answerRead, areaOf, contractFile, declareRead, testRead } from '../contract.ts'
import type { Draft } from '../draft.ts'
import { nameInModule } from '../name.ts'
import { addRoutes } from '../module-object.ts'

/** Drafts an operation of an existing module: MODULE.NAME. */
export function newCall(draft: Draft, text: string): string[] {
  const { module, name } = nameInModule(text)
  const contract = contractFile(draft, module.kebab)
  const area = areaOf(draft.text(contract))
  const id = `${area}.${name.camel}`
  const path = `/v1/${module.kebab}/${name.kebab}`
  if (draft.text(contract).includes(`'${id}'`)) throw new Error(`there is an operation ${id} already`)
  const tag = /\btag: '([^']+)'/.exec(draft.text(contract))?.[1] ?? module.words
  draft.edit(contract, (declared) =>
    declared.trimEnd().concat('\n', declareRead({ export: name.camel, id, path, title: name.words, tag })),
  )
  const folder = `apps/server/src/modules/${module.kebab}`
  draft.create(
    `${folder}/${name.kebab}.ts`,
    `import { ${name.camel} } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'

export function register${name.pascal}(register: Register): void {
  ${answerRead(name.camel)}
}
`,
  )
  addRoutes(draft, module.kebab, { register: `register${name.pascal}`, from: `./${name.kebab}.ts` })
  draft.edit(`${folder}/permissions.table.ts`, (table) => addRight(table, id, 'companyRead'))
  draft.create(`${folder}/${name.kebab}.api.test.ts`, testRead(path))
  return [
    `Give ${id} its own path, permission, schemas and answer. With a body it needs an example in ${contract.replace(/\.ts$/, '.examples.ts')}.`,
  ]
}
