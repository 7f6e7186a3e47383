// Installs programs from Debian if this user is allowed to. Servers are installed but not started as services.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { run } from './install.mjs'

/** Debian's packages run this script before they start a service. Exit code 101 forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'
/** Prevents PostgreSQL's package from creating a database of its own. */
const NO_CLUSTER = '/etc/postgresql-common/createcluster.d'

/**
 * Installs packages.
 * @param {string[]} packages
 * @returns {Promise<string | undefined>} the reason if they could not be installed
 */
export async function installFromDebian(packages) {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0)
    return 'there is no apt-get to install it with'
  if (process.getuid() !== 0) return `install it with: sudo apt-get install ${packages.join(' ')}`
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  const quietly = ['ignore', 'ignore', 'inherit']
  if ((await run('apt-get', ['-qq', 'update'], quietly)) !== 0) return 'apt-get update failed; its messages stand above'
  const isPolicyOurs = !existsSync(POLICY)
  if (isPolicyOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  if (packages.some((name) => name.startsWith('postgresql'))) {
    mkdirSync(NO_CLUSTER, { recursive: true })
    writeFileSync(`${NO_CLUSTER}/winnow-tests.conf`, 'create_main_cluster = false\n')
  }
  try {
    const install = ['-qq', '-y', '--no-install-recommends', 'install', ...packages]
    const code = await run('apt-get', install, quietly)
    return code === 0 ? undefined : `apt-get install ${packages.join(' ')} failed; its messages stand above`
  } finally {
    if (isPolicyOurs) rmSync(POLICY, { force: true })
  }
}
