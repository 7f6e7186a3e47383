import type { Draft } from './draft.ts'

export const CONTRACT = 'packages/contract/src'

/** Modules of the server whose contract file has another name. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  delivery: 'receivers/operations',
  identity: 'auth',
}

/**
 * The file of the contract that declares a module's operations.
 * @throws {Error} when there is none
 */
export function contractFile(draft: Draft, module: string): string {
  const file = `${CONTRACT}/${ELSEWHERE[module] ?? module}.ts`
  if (!draft.has(file)) throw new Error(`${module} declares no operations: there is no ${file}`)
  return file
}

/** The prefix of the ids of a file's operations. */
export function areaOf(text: string): string {
  const area = /\bid: '(\w+)\.\w+'/.exec(text)?.[1]
  if (area === undefined) throw new Error('no operation is declared in it')
  return area
}

/** The declaration of a read that returns the name of the caller's company: a working example to be replaced. */
export const declareRead = (read: { export: string; id: string; path: string; title: string; tag: string }): string => `
export const ${read.export} = operation({
  id: '${read.id}',
  method: 'GET',
  path: '${read.path}',
  summary: '${read.title}',
  tag: '${read.tag}',
  scope: 'self',
  permission: 'company.read',
  reply: z.object({ company: z.string() }),
})
`

/** The handler of that read. */
export const answerRead = (exported: string): string => `register.read(${exported}, async ({ tx, companyId }) => {
    const { name } = await tx.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
    return { company: name }
  })`

/** The test of that read, over HTTP. */
export const testRead = (path: string): string => `import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('returns the company of the caller', async () => {
  const { runtime } = server.database
  for (const company of ['Harbour Guards', 'City Guards']) {
    const { admin } = await createTenant(runtime, company)
    expect(await callApi(server, admin, 'GET', '${path}')).toEqual({ status: 200, body: { company } })
  }
})
`

/** Adds a row to a table of rights. */
export function addRight(text: string, id: string, who: string): string {
  const row = `  '${id}': may('${who}'),\n}`
  const next = text.replace(/\n\}\s*$/, `\n${row}\n`)
  if (next === text) throw new Error('its table of rights does not end as it did')
  return /import \{[^}]*\bmay\b/.test(next) ? next : next.replace('import { ', 'import { may, ')
}
