// Where the tests find a Chromium, and how they get one.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './install.mjs'

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
 * Installs Debian's Chromium where this user may.
 * @returns {Promise<string | undefined>} why not, if not
 */
export async function installChromium() {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0) {
    return 'Chromium was not found in PATH, and there is no apt-get to install it with'
  }
  if (process.getuid() !== 0) return 'Chromium was not found in PATH; install it with: sudo apt-get install chromium'
  console.log('Installing Chromium for the tests (once) …')
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  const quietly = ['ignore', 'ignore', 'inherit']
  if ((await run('apt-get', ['-qq', 'update'], quietly)) !== 0) return 'apt-get update failed; its messages stand above'
  const install = ['-qq', '-y', '--no-install-recommends', 'install', 'chromium']
  if ((await run('apt-get', install, quietly)) !== 0) return 'apt-get install chromium failed; its messages stand above'
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
