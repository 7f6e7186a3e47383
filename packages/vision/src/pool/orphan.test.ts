import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'

const INDEX = new URL('../index.ts', import.meta.url).href

const PARENT = `
  import { createAnalysisPool } from ${JSON.stringify(INDEX)}
  const pool = createAnalysisPool({ size: 1 })
  await pool.warm()
  process.stdout.write(pool.pids().join() + '\\n')
  setInterval(() => undefined, 60_000)
`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a child ends when its parent was killed', { timeout: 120_000 }, async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: string[] = await once(createInterface({ input: parent.stdout }), 'line')
  const child = Number(line)
  expect(isAlive(child)).toBe(true)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 30_000 })
})
