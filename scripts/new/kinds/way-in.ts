import { addRight, CONTRACT } from '../contract.ts'
import type { Draft } from '../draft.ts'
import { addImport, insertBefore } from '../edit-text.ts'
import { nameOf, type Name } from '../name.ts'

const INTAKE = 'apps/server/src/modules/intake'

const exportOf = (name: Name): string => `ingest${name.pascal}`
const pathOf = (name: Name): string => `/v1/ingest/${name.kebab}`

/** Drafts an operation with which devices or gateways send alarms over HTTP. */
export function newWayIn(draft: Draft, text: string): string[] {
  const name = nameOf(text)
  const exported = exportOf(name)
  const file = `${INTAKE}/${name.kebab}-way-in`
  draft.edit(`${CONTRACT}/intake.ts`, (declared) => `${declared.trimEnd()}\n${declarationOf(name)}`)
  draft.edit(`${CONTRACT}/intake.examples.ts`, (examples) =>
    insertBefore(examples, /,?\s*\]\s*$/, `, example(${exported}, { query: { view: SOME_ID } })`).replace(
      'import { ingestAlarm',
      `import { ingestAlarm, ${exported}`,
    ),
  )
  draft.edit(`${INTAKE}/permissions.table.ts`, (table) => addRight(table, `intake.${exported}`, 'ingest'))
  draft.create(`${file}.ts`, handlerOf(name))
  draft.edit(`${INTAKE}/ways-in.ts`, (list) =>
    addImport(
      insertBefore(list, /,?\s*\](?=\n\nexport function registerWaysIn)/, `, register${name.pascal}WayIn`),
      `import { register${name.pascal}WayIn } from './${name.kebab}-way-in.ts'`,
    ),
  )
  draft.create(`${file}.api.test.ts`, testOf(name))
  return [
    `Read in ${file}.ts what it sends; whatever it is, it is stored before it is answered.`,
    'A maker whose mails or uploads have words of their own is a reader in packages/intake/src/vendors.',
  ]
}

const declarationOf = (name: Name): string => `
export const ${exportOf(name)} = operation({
  id: 'intake.${exportOf(name)}',
  method: 'POST',
  path: '${pathOf(name)}',
  summary: 'Send an alarm by ${name.words.toLowerCase()}',
  tag: 'Intake',
  scope: [{ in: 'query', at: 'view', kind: 'view' }],
  permission: 'alarm.ingest',
  token: 'ingest',
  uploads: MEDIA_UPLOADS,
  maxBytes: MAX_MESSAGE_BYTES,
  query: z.object({ view: id }),
  reply: ingestReply,
  errors: [...UPLOAD_ERRORS, 'TOKEN_INVALID'],
})
`

const handlerOf = (name: Name): string => `import { ${exportOf(name)} } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'
import { answerOf, takeUpload, type IngestRouteDeps } from './take-upload.ts'

/** Receives alarms from ${name.words.toLowerCase()}. An alarm is stored before the reply is sent. */
export function register${name.pascal}WayIn(register: Register, deps: IngestRouteDeps): void {
  register.read(${exportOf(name)}, {
    prepare: (asked) => takeUpload(deps, asked, { viewId: asked.query.view, isTest: false }),
    read: answerOf,
  })
}
`

const testOf = (name: Name): string => `import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { smallJpeg } from '../../../test/small-jpeg.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const send = (token: string) =>
  server.app.inject({
    method: 'POST',
    url: \`/api${pathOf(name)}?view=\${tenant.viewId}\`,
    headers: { authorization: \`Bearer \${token}\`, 'content-type': 'image/jpeg' },
    payload: smallJpeg(),
  })

it('opens an alarm of the camera', async () => {
  const reply = await send(tenant.ingestToken)
  expect(reply.statusCode).toBe(200)
  const alarm = await server.app.inject({
    url: \`/api/alarm/\${reply.json().alarmId}\`,
    headers: { cookie: tenant.admin.cookie },
  })
  expect(alarm.json()).toMatchObject({ viewId: tenant.viewId, frameCount: 1 })
})

it('is refused without a token for it', async () => {
  expect((await send('wn_unknown')).statusCode).toBe(401)
})
`
