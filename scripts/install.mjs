// Installs the packages if they differ from package-lock.json. Runs on any Node.js >= 20, before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What npm last installed. It writes this at the end of an installation. */
const installedRecord = join(root, 'node_modules', '.package-lock.json')

/**
 * Installs what the lock file requires, if needed: everything with `npm ci`, or only what is missing if npm has installed here before, which
 * takes seconds. Neither changes the lock file. Ends the process with one clear line when that fails.
 */
export async function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages (a minute or two, only when they change) …')
  // If npm runs this script, it passes the path of its own script. The npm in PATH may be another one.
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined
  const [program, first] = npm ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const command = existsSync(installedRecord) ? ['install', '--no-save'] : ['ci']
  const code = await run(program, [...first, ...command, '--loglevel=error', '--no-audit', '--no-fund'])
  if (code === 0) return
  console.error(`The packages could not be installed (npm ended with ${code}); its messages stand above.`)
  process.exit(1)
}

/**
 * Whether npm last installed what the lock file requires. npm records this in node_modules at the end of an installation, so an interrupted
 * installation does not count.
 */
function isInstalled() {
  if (!existsSync(installedRecord)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedRecord, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    // Workspaces are links to folders of the project, so they always exist.
    if (!path.includes('node_modules/') || entry.link) return true
    const found = installed[path]
    // Builds for other platforms are optional, and may be missing.
    if (found === undefined) return entry.optional === true || entry.devOptional === true
    return found.version === entry.version && (entry.integrity ?? found.integrity) === found.integrity
  })
}

/**
 * Runs a program in the project's folder.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} [stdio]
 * @returns {Promise<number>} its exit code
 */
export async function run(program, args, stdio = 'inherit') {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio })
    child.once('error', (error) => {
      console.error(`${program} could not be run: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
