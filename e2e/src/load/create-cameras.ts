import { createProject, createSite, createView, getCurrentUser, getViewIntake, updateView } from '@winnow/contract'
import type { ApiClient } from '../harness/api-client.ts'

/** Creates cameras for which each message becomes a separate alarm. */
export async function createCameras(api: ApiClient, count: number): Promise<{ viewId: string; address: string }[]> {
  const { companyId } = await api.call(getCurrentUser)
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: 'Load' } })
  const cameras: { viewId: string; address: string }[] = []
  let siteId = ''
  for (let index = 0; index < count; index++) {
    if (index % 20 === 0) {
      const site = await api.call(createSite, { params: { id: project.id }, body: { name: `Site ${index / 20}` } })
      siteId = site.id
    }
    const { id } = await api.call(createView, { params: { id: siteId }, body: { name: `Camera ${index}` } })
    await api.call(updateView, { params: { id }, body: { mergeWindowSeconds: 0 } })
    const { address } = await api.call(getViewIntake, { params: { id } })
    cameras.push({ viewId: id, address })
  }
  return cameras
}
