import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** An entry of the machine's process list: process id, parent's process id, command line. */
type Listed = [pid: number, parent: number, command: string]

/** The list from Linux's /proc. A process that ends meanwhile is left out. A process name, in brackets, may contain any character. */
function listProc(): Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid): Listed[] => {
      try {
        const parent = /^.*\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return parent === undefined ? [] : [[Number(pid), Number(parent), command]]
      } catch {
        return []
      }
    })
}

/** The list on a system without /proc, from `ps`. */
function listPs(): Listed[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line): Listed[] => {
    const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)
    return found ? [[Number(found[1]), Number(found[2]), found[3] ?? '']] : []
  })
}

/** The child processes of a process whose command line contains a text. */
export function childrenOf(pid: number | undefined, text: string): number[] {
  const listed = existsSync('/proc/self/stat') ? listProc() : listPs()
  return listed.filter(([, parent, command]) => parent === pid && command.includes(text)).map(([child]) => child)
}
