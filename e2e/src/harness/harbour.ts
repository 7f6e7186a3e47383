import { createProject, createSite, createToken, createView, getCurrentUser } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { logIn, type ApiClient } from './api-client.ts'
import { decidedAlarms, mailPictures } from './camera.ts'
import { startDemo, type Demo } from './demo.ts'

/** The demo with an additional client, its two sites with one camera each, and a token. The northern camera has sent an alarm. */
export interface Harbour {
  demo: Demo
  /** Client with the session of the demo's administrator. */
  api: ApiClient
  companyId: string
  sites: { north: string; south: string }
}

export async function startHarbour(): Promise<Harbour> {
  const demo = await startDemo()
  try {
    return { demo, ...(await createHarbour(demo)) }
  } catch (error) {
    await demo.close()
    throw error
  }
}

async function createHarbour(demo: Demo): Promise<Omit<Harbour, 'demo'>> {
  const api = await logIn(demo.product.url, demo.account('admin'))
  const { companyId } = await api.call(getCurrentUser)
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: 'Harbour' } })
  const quay = async (name: string) => {
    const site = await api.call(createSite, { params: { id: project.id }, body: { name } })
    const view = await api.call(createView, { params: { id: site.id }, body: { name: `${name} camera` } })
    return { siteId: site.id, viewId: view.id }
  }
  const [north, south] = [await quay('North quay'), await quay('South quay')]
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await api.call(createToken, { body: { tokenType: 'ingest', name: 'Gate device', expiresAt } })
  const walk = {
    kind: 'person-walking',
    seed: 5,
    camera: 21,
    frames: 2,
    intervalMs: 700,
    width: 640,
    height: 360,
  } as const
  await mailPictures({ api, product: demo.product }, north.viewId, await renderScene(walk))
  await decidedAlarms(api, north.viewId, 1)
  return { api, companyId, sites: { north: north.siteId, south: south.siteId } }
}
