import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadAttacks, startTarget } from './attack.ts'

const attacks = await loadAttacks()
let target: Awaited<ReturnType<typeof startTarget>>

beforeAll(async () => {
  target = await startTarget('sample', console.log)
})

afterAll(() => target?.close())

it.each(attacks)('$title', async ({ run }) => {
  await expect(run(target)).resolves.toBeUndefined()
})

it('after all attacks the product still runs and serves its console', async () => {
  expect(target.product.process.exitCode).toBeNull()
  const reply = await fetch(`${target.product.url}/healthz`)
  expect(reply.status).toBe(200)
})
