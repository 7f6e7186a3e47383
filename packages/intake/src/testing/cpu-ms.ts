/** The processor time of `work` in milliseconds. Unlike the elapsed time, it does not depend on how busy the machine is. */
export async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
