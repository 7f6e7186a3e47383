// Several processes share a database and a media store, and each has some of the roles. Each process can receive, analyse
// or show every alarm, as its roles allow.
import { createToken } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './src/crash/free-port.ts'
import { apiWith, logIn, type ApiClient } from './src/harness/api-client.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startOuterServices, type OuterServices } from './src/harness/outer-services.ts'
import { removeDataDir, startProduct, type Product } from './src/harness/product.ts'

type Part = Product & { probes: string }

let services: OuterServices
const parts: Part[] = []

beforeAll(async () => {
  services = await startOuterServices()
})

afterAll(async () => {
  await Promise.all(parts.map((part) => part.stop()))
  await Promise.all(parts.map(({ dataDir }) => removeDataDir(dataDir)))
  await services.stop()
})

/** A process with these roles, with its own data folder and ports. */
async function startPart(roles: string): Promise<Part> {
  const port = await freePort()
  const settings = {
    WINNOW_ROLES: roles,
    WINNOW_PROBES_PORT: `${port}`,
    WINNOW_DEMO: 'still',
    // A long deadline, so that all verdicts here come from the analysis, even on a slow machine.
    WINNOW_DEADLINE_SECONDS: '60',
  }
  const product = await startProduct({ settings: { ...services.settings, ...settings } })
  const part = { ...product, probes: `http://127.0.0.1:${port}` }
  parts.push(part)
  return part
}

/** The responses of a process's probes, and the names of the operating system processes that its metrics cover. */
async function probesOf({ probes }: Part) {
  const ask = async (path: string) => {
    const reply = await fetch(`${probes}${path}`)
    return { status: reply.status, body: await reply.text() }
  }
  const [alive, ready, figures] = await Promise.all([ask('/healthz'), ask('/readyz'), ask('/metrics')])
  return {
    statuses: [alive.status, ready.status, figures.status],
    ready: (JSON.parse(ready.body) as { status: string }).status,
    processes: [...figures.body.matchAll(/^\w*process_resident_memory_bytes(?:\{process="(\w+)"\})? /gm)].map(
      ([, name]) => name ?? 'only',
    ),
  }
}

it(
  'processes with separate roles receive, decide and show alarms, and none is lost when one of them stops',
  { timeout: 300_000 },
  async () => {
    const first = await startPart('api,worker')
    const [second, third] = await Promise.all([startPart('api,intake'), startPart('intake,worker')])
    const account = first.accounts['admin']
    if (!account) throw new Error('no administrator was printed')
    const here = await logIn(first.url, account)
    // The session of the first process is valid on the second one too.
    const there = apiWith(second.url, here.cookie)
    const { secret: token } = await here.call(createToken, { body: { name: 'Gate', tokenType: 'ingest' } })
    const [scene] = await renderScene({
      kind: 'person-walking',
      seed: 3,
      camera: 5,
      frames: 1,
      width: 640,
      height: 360,
    })
    const jpeg = scene?.jpeg ?? Buffer.alloc(0)
    let cameras = 0
    /** Sends an alarm by mail and an alarm by HTTP, from two new cameras, and returns the ids of the cameras. */
    const send = async ({ smtp, ingestUrl }: Part, api: ApiClient): Promise<string[]> => {
      const [byMail, byHttp] = [
        await createJourneyCamera(api, `Parted ${cameras++}`),
        await createJourneyCamera(api, `Parted ${cameras++}`),
      ]
      await mailPictures({ api, product: { smtp } as Product }, byMail.viewId, [{ jpeg }])
      const reply = await fetch(`${ingestUrl}/api/v1/ingest/alarm?view=${byHttp.viewId}`, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` },
        body: new Uint8Array(jpeg),
      })
      expect(reply.status).toBe(200)
      return [byMail.viewId, byHttp.viewId]
    }
    const verdicts = async (api: ApiClient, viewIds: readonly string[]) =>
      (await Promise.all(viewIds.map((viewId) => decidedAlarms(api, viewId, 1)))).flat().map(({ verdict }) => verdict)

    // All three processes run: both intakes receive alarms, and both consoles show the verdicts.
    const early = [...(await send(second, here)), ...(await send(third, there))]
    expect(await verdicts(here, early)).toEqual(['true', 'true', 'true', 'true'])
    expect(await verdicts(there, early)).toEqual(['true', 'true', 'true', 'true'])
    expect(await probesOf(first)).toEqual({ statuses: [200, 200, 200], ready: 'ready', processes: ['only'] })
    expect(await probesOf(second)).toMatchObject({ statuses: [200, 200, 200], ready: 'ready' })
    expect((await probesOf(second)).processes.toSorted()).toEqual(['intake', 'main'])
    expect((await probesOf(third)).processes.toSorted()).toEqual(['intake', 'main'])

    // Alarms that the second process receives while the first one stops are decided by the third one, or still by the first one.
    const [, atStop] = await Promise.all([first.stop(), send(second, there)])
    expect(await verdicts(there, atStop)).toEqual(['true', 'true'])

    // The third process may stop before it has decided its last alarms. New processes, each with a single role, then decide them.
    const atLast = await send(third, there)
    const [, worker, intake] = await Promise.all([third.stop(), startPart('worker'), startPart('intake')])
    expect(await verdicts(there, atLast)).toEqual(['true', 'true'])
    expect(await verdicts(there, await send(intake, there))).toEqual(['true', 'true'])
    // If a process has no console, its first line names the address of its probes.
    expect([worker.url, intake.url]).toEqual([`${worker.probes}/readyz`, `${intake.probes}/readyz`])
    expect(await probesOf(worker)).toEqual({ statuses: [200, 200, 200], ready: 'ready', processes: ['only'] })
    expect(await probesOf(intake)).toEqual({ statuses: [200, 200, 200], ready: 'ready', processes: ['only'] })

    // Every sent message is exactly one alarm.
    expect(await verdicts(there, early)).toEqual(['true', 'true', 'true', 'true'])
  },
)
