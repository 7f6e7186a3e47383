import { CONTRACT } from '../contract.ts'
import type { Draft } from '../draft.ts'
import { addImport, insertBefore } from '../edit-text.ts'
import { nameOf } from '../name.ts'
import { addText, type Titles } from '../texts.ts'

const DELIVERY = 'packages/delivery/src'

/** Drafts a kind of receiver: its definition and its adapter. */
export function newReceiver(draft: Draft, text: string, titles: Titles): string[] {
  const name = nameOf(text)
  const adapter = `${name.camel}Receiver`
  const file = `${DELIVERY}/${name.kebab}/${name.kebab}-receiver`
  draft.create(
    `${CONTRACT}/receivers/${name.kebab}.ts`,
    `import { z } from 'zod'
import { defineReceiver } from './definition.ts'

export const ${name.camel} = defineReceiver({
  id: '${name.kebab}',
  title: 'receivers.kinds.${name.camel}',
  icon: 'webhook',
  config: z.object({ url: z.string().min(1).max(2048) }),
  fields: [{ name: 'url', control: 'url', label: 'receivers.url.label' }],
  destination: 'url',
  secretFields: [],
  signs: false,
  capabilities: { test: true, heartbeat: false, pictures: false, link: false, cameras: false },
})
`,
  )
  draft.edit(`${CONTRACT}/receivers/kinds.ts`, (kinds) =>
    addImport(
      insertBefore(kinds, /\] as const(?=\n\ntype Definitions)/, `, ${name.camel}`),
      `import { ${name.camel} } from './${name.kebab}.ts'`,
    ),
  )
  draft.create(`${file}.ts`, adapterOf(name.pascal, adapter))
  draft.create(`${file}.test.ts`, testOf(name.kebab, adapter))
  draft.edit(`${DELIVERY}/receivers.ts`, (receivers) =>
    addImport(
      insertBefore(receivers, /\}\n\n\/\*\* A kind of receiver/, `  '${name.kebab}': ${adapter},\n`),
      `import { ${adapter} } from './${name.kebab}/${name.kebab}-receiver.ts'`,
    ),
  )
  const left = addText(draft, `clients.receivers.kinds.${name.camel}`, titles, name.words)
  return [...left, `Write in ${file}.ts what a message of it looks like: docs/receivers.md.`]
}

const adapterOf = (pascal: string, adapter: string): string => `import { performance } from 'node:perf_hooks'
import type { ReceiverAdapter } from '../receiver.ts'
import { urlIssues } from '../url-issues.ts'
import { webhookResult } from '../webhook/webhook-result.ts'

const TIMEOUT_MS = 15_000
/** Only the status of a reply is read. */
const MAX_ANSWER = 16_384

interface ${pascal}Config {
  url: string
}

const urlOf = (config: unknown): unknown =>
  typeof config === 'object' && config !== null && 'url' in config ? config.url : undefined

/** Posts the camera and the verdict as JSON. */
export const ${adapter}: ReceiverAdapter<${pascal}Config> = {
  inFlight: { limit: 16, perCompany: 4 },
  parse(config) {
    const url = urlOf(config)
    const errors = urlIssues(url)
    return errors.length > 0 ? { ok: false, errors } : { ok: true, config: { url: String(url) } }
  },
  addresses: ({ url }) => [{ field: 'url', url }],
  wantsPicture: () => false,
  async send({ id, payload, now }, { url }, { guard, signal }) {
    const startedAt = performance.now()
    const response = await guard.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, at: payload.at, camera: payload.view.name, verdict: payload.verdict }),
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_ANSWER,
      ...(signal ? { signal } : {}),
    })
    return webhookResult(response, now, Math.round(performance.now() - startedAt))
  },
}
`

const testOf = (
  kebab: string,
  adapter: string,
): string => `import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { startHttpSink } from '../testing/http-sink.ts'
import { sampleMessage } from '../testing/sample-alarm.ts'
import { ${adapter} } from './${kebab}-receiver.ts'

async function open(status: number) {
  const sink = await startHttpSink((response) => response.writeHead(status).end())
  const guard = createGuard(
    { allowedNetworks: ['127.0.0.0/8'], ownAddresses: [], allowedPorts: 'any' },
    { lookup: async () => [{ address: '127.0.0.1' }] },
  )
  onTestFinished(() => Promise.all([guard.close(), sink.close()]).then(() => undefined))
  const deps = { guard, mailer: createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' }) }
  return { sink, deps, config: { url: \`http://hooks.example:\${sink.port}/alarms\` } }
}

describe('a message', () => {
  it('sends the camera and the verdict', async () => {
    const { sink, deps, config } = await open(204)
    const message = sampleMessage()
    expect(await ${adapter}.send(message, config, deps)).toMatchObject({ ok: true, status: 204 })
    expect(sink.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { id: message.id, at: message.payload.at, camera: message.payload.view.name, verdict: message.payload.verdict },
    ])
  })

  it('is sent again if the receiver fails', async () => {
    const { deps, config } = await open(500)
    expect(await ${adapter}.send(sampleMessage(), config, deps)).toMatchObject({ ok: false, retry: true })
  })
})

describe('settings', () => {
  it('contain an address that the guard checks', () => {
    const url = 'https://hooks.example/x'
    expect(${adapter}.parse({ url })).toEqual({ ok: true, config: { url } })
    expect(${adapter}.addresses({ url })).toEqual([{ field: 'url', url }])
  })

  it.each([[undefined], [{}], [{ url: 'ftp://hooks.example' }], [{ url: 'https://u:p@hooks.example' }]])(
    'are refused: %j',
    (config) => {
      expect(${adapter}.parse(config)).toMatchObject({ ok: false, errors: [{ field: 'url' }] })
    },
  )
})
`
