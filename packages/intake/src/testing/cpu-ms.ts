/**
 * The processor time of `work` in this thread, in milliseconds. Unlike the elapsed time, it does not depend on how busy the machine is. Other
 * threads of the process, which run other test files, do not count.
 */
export async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
