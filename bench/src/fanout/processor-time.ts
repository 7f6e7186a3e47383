import { readFile } from 'node:fs/promises'

/** Clock ticks a second of Linux's /proc, which is the same on all its machines. */
const TICKS = 100

/** The processor time that a process has used, in milliseconds. NaN where there is no /proc. */
export async function processorTimeOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  return parseProcessorTime(text)
}

/** Of a line of /proc/PID/stat, the time in user and in kernel mode. The name of the program, in brackets, may contain any character. */
export function parseProcessorTime(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) * 1_000) / TICKS
}
