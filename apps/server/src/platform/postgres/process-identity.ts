import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Something that tells a process from a later one with the same number: when it started, and in which run of the machine.
 * Undefined when there is no such process. In a container numbers start over at each start, so a bare number means little.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The command's name stands in parentheses and may hold anything; the fields after it are plain.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [state, startTicks] = [fields[0], fields[19]]
      if (state === 'Z' || state === 'X') return undefined
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTicks}`
    } catch {
      return undefined
    }
  }
  if (!isAlive(pid)) return undefined
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return ps.status === 0 ? ps.stdout.trim() : 'unknown'
}

/** Whether a process with this number exists, whoever owns it. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
