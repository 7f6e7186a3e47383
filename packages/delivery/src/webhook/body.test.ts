import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { SAMPLE_RULE, sampleAlarm } from '../testing/sample-alarm.ts'
import { webhookBody } from './body.ts'
import { createWebhookSecret, signWebhook } from './signature.ts'

const docs = await readFile(new URL('../../../../docs/webhook.md', import.meta.url), 'utf8')

function block(language: string, containing: string): string {
  const blocks = [...docs.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  return blocks.find(([, name, text]) => name === language && text?.includes(containing))?.[2] ?? ''
}

it('the documented body is equal to the body that is sent', () => {
  expect(JSON.parse(webhookBody(sampleAlarm({ rules: [SAMPLE_RULE] })))).toEqual(JSON.parse(block('json', '"version"')))
})

it('only the documented fields are sent', () => {
  const payload = { ...sampleAlarm(), internal: 'x', view: { ...sampleAlarm().view, address: 'secret@intake' } }
  expect(webhookBody(payload)).toBe(webhookBody(sampleAlarm()))
})

it('the documented check accepts a new message, and refuses a changed message and an old message', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'webhook-docs-'))
  try {
    const file = path.join(folder, 'check.mjs')
    await writeFile(file, block('js', 'isGenuine'))
    const { isGenuine }: { isGenuine: (secret: string, headers: unknown, body: string) => boolean } = await import(
      pathToFileURL(file).href
    )
    const secret = createWebhookSecret()
    const body = webhookBody(sampleAlarm())
    const headersAt = (now: Date): Record<string, string> => {
      const { timestamp, signature } = signWebhook([{ secret }], { id: 'm', now, body })
      return { 'webhook-id': 'm', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    }
    expect(isGenuine(secret, headersAt(new Date()), body)).toBe(true)
    expect(isGenuine(secret, headersAt(new Date()), `${body} `)).toBe(false)
    expect(isGenuine(createWebhookSecret(), headersAt(new Date()), body)).toBe(false)
    expect(isGenuine(secret, headersAt(new Date(Date.now() - 600_000)), body)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})
