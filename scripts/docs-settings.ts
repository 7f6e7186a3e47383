// Writes the settings section of docs/operations.md from the definitions of the settings.
import { readFile, writeFile } from 'node:fs/promises'
import { withSettingsSection } from '../apps/server/src/platform/env/settings-markdown.ts'

const page = new URL('../docs/operations.md', import.meta.url)
await writeFile(page, withSettingsSection(await readFile(page, 'utf8')))
