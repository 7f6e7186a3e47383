// Finds or installs a Chromium for the tests.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns {string | undefined} */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ]
  return candidates.find((path) => path && isExecutable(path))
}

/**
 * Installs Debian's Chromium if this user is allowed to.
 * @returns {Promise<string | undefined>} the reason if it could not be installed
 */
export async function installChromium() {
  console.log('Installing Chromium for the tests (once) …')
  const problem = await installFromDebian(['chromium'])
  if (problem !== undefined) return `Chromium was not found in PATH; ${problem}`
  return findChromium() ? undefined : 'apt-get installed chromium, but it is not in PATH'
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
