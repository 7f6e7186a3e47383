import { Agent, request } from 'node:http'
import { summarise, type Samples } from '../samples.ts'

const CONNECTIONS = 8

/** Requests one URL over several connections at once, and returns the responses per second and their durations. */
export async function requestRate(
  url: string,
  headers: Record<string, string>,
  times: number,
): Promise<Samples & { perSecond: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const once = () =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now()
      request(url, { agent, headers }, (reply) => {
        reply.resume().once('end', () => {
          if (reply.statusCode === 200) resolve(performance.now() - began)
          else reject(new Error(`${url} answered ${reply.statusCode}`))
        })
      })
        .once('error', reject)
        .end()
    })
  const run = async (count: number): Promise<number[]> => {
    const values: number[] = []
    let left = count
    const work = async () => {
      while (left-- > 0) values.push(await once())
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
    return values
  }
  try {
    await run(times / 10)
    const began = performance.now()
    const values = await run(times)
    return { ...summarise(values), perSecond: (values.length * 1000) / (performance.now() - began) }
  } finally {
    agent.destroy()
  }
}
