// Finds the Node.js to run: the one installed with the packages, otherwise this one if it is new enough.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const WANTED_MAJOR = 24
const platform = process.platform === 'win32' ? 'win' : process.platform
const bundled = fileURLToPath(
  new URL(
    `../node_modules/node-${platform}-${process.arch}/bin/node${process.platform === 'win32' ? '.exe' : ''}`,
    import.meta.url,
  ),
)

/** @returns {string} path of a Node.js that runs Winnow; ends the process with one clear line when there is none */
export function nodePath() {
  if (existsSync(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath
  console.error(
    `Winnow needs Node.js ${WANTED_MAJOR} and found no build of it for ${process.platform}-${process.arch} among its packages. Install Node.js ${WANTED_MAJOR} or newer and start again.`,
  )
  return process.exit(1)
}
