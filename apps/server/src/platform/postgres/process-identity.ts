import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * An identity that distinguishes a process from a later one with the same id: its start time, and the boot of the machine. Undefined when
 * there is no such process. In a container, ids start again from 1 each time, so the id alone does not identify a process.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The command's name is in parentheses and may contain anything; the fields after it are simple.
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

/** Whether a process with this id exists, for any owner. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
