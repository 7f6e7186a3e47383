import { execFileSync } from 'node:child_process'

/** Main branches to compare with. The first one that exists is used. */
const BASES = ['main', 'origin/main', 'master', 'origin/master']

/**
 * The files changed since a commit or, without one, since this branch left the main branch. Uncommitted and new files
 * are included.
 * @returns paths below the root, and a text that names the base of the comparison
 * @throws Error with git's message when the commit is unknown or this is no clone
 */
export function changedFiles(root: string, since?: string): { files: string[]; base: string } {
  const git = (...args: string[]): string[] =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter(Boolean)
  const branch = BASES.find(
    (name) => git('for-each-ref', '--format=%(refname:short)', `refs/heads/${name}`, `refs/remotes/${name}`).length > 0,
  )
  const name = since ?? branch ?? 'HEAD'
  const [from = name] = git('merge-base', name, 'HEAD')
  const files = [
    ...git('diff', '--name-only', '--no-renames', '--relative', from),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return { files: [...new Set(files)].toSorted(), base: name }
}
