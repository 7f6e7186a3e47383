// npm run openapi: writes docs/openapi.json from the contract as the server registers it; --check compares instead.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operations } from '@winnow/contract'
import { describeApi } from '../apps/server/src/describe-api.ts'

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const text = `${JSON.stringify(await describeApi(operations), null, 2)}\n`

if (process.argv.includes('--check')) {
  const current = await readFile(file, 'utf8').catch(() => '')
  if (current !== text) {
    console.error('docs/openapi.json is out of date: run npm run openapi and look at what changed.')
    process.exitCode = 1
  }
} else {
  await writeFile(file, text)
  console.log(`docs/openapi.json describes ${operations.length} operations.`)
}
