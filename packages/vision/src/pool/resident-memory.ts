import { readFileSync } from 'node:fs'

/**
 * Resident memory of a process in bytes. It is read from outside, so that it works while the process executes native code.
 * Undefined where the system has no /proc, and when the process has ended. Without it, V8's heap limit and the limits on
 * pixels still apply.
 */
export function findResidentMemory(pid: number): number | undefined {
  try {
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return match?.[1] === undefined ? undefined : Number(match[1]) * 1024
  } catch {
    return undefined
  }
}
