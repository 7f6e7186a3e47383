import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const EXECUTABLES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Debian's Chromium, without its own network requests.
 * @param more further switches, as for a camera that shows a file
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = EXECUTABLES.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) throw new Error('no Chromium found; npm test installs it where it can')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}
