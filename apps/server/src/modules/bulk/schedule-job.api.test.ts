import { beforeEach, describe, expect, it } from 'vitest'
import { createCamera } from '../../../test/factories.ts'
import { openJobLab } from '../../../test/job-lab.ts'

const NOON = [{ day: 1, start: '12:00', end: '13:00' }]
const lab = openJobLab()
const { call, ended } = lab

let away: { siteId: string; viewId: string; projectId: string }
beforeEach(async () => {
  away = await createCamera(lab.server.database.runtime, lab.tenant.companyId)
})
const apply = (body: object, id = lab.tenant.scheduleId) => call('POST', `/schedule/${id}/bulk-apply`, body)
const scheduleOf = async (viewId: string) => (await call('GET', `/view/${viewId}/schedule`)).body
const asJob = { asBackgroundJob: true }

describe('a schedule that is applied to many cameras', () => {
  it('leaves those with one of their own, lists them with links, and overwrites them only if told · SCHEDULES-001 BULK-001', async () => {
    const { viewId, scheduleId } = lab.tenant
    await call('PUT', `/view/${viewId}/schedule`, { weekly: NOON })
    const job = await ended(await apply({ allViews: true, ...asJob }))
    expect(job).toMatchObject({ group: 'view.schedule', type: 'views.schedule', statProcessed: 2, statFailed: 1 })
    expect(job.logFailed).toMatchObject([{ id: viewId, code: 'SCHEDULE_KEPT', link: `/cams/clients/u?cam=${viewId}` }])
    expect(await scheduleOf(viewId)).toMatchObject({ source: 'view', templateId: null, weekly: NOON })
    expect(await scheduleOf(away.viewId)).toMatchObject({ source: 'view', templateId: scheduleId })
    const again = await ended(await apply({ allViews: true, overwrite: true, ...asJob }))
    expect(again).toMatchObject({ statProcessed: 2, statFailed: 0 })
    expect(await scheduleOf(viewId)).toMatchObject({ templateId: scheduleId })
  })

  it('selects cameras by their ids or by filters, and needs no job for few · SCHEDULES-001', async () => {
    const { viewId, scheduleId } = lab.tenant
    expect((await apply({ viewIds: [away.viewId] })).body).toEqual({ numberOfAffectedCameras: 1 })
    expect(await scheduleOf(viewId)).toMatchObject({ source: null })
    const reply = await apply({ filters: { below: [lab.tenant.siteId] } })
    expect(reply.body).toEqual({ numberOfAffectedCameras: 1 })
    expect(await scheduleOf(viewId)).toMatchObject({ templateId: scheduleId })
    const { body } = await call('GET', `/v1/schedule-template/${scheduleId}`)
    expect(body.utilisation).toEqual({ sites: 0, views: 2, rules: 0 })
  })

  it('is refused if there is none', async () => {
    expect((await apply({ allViews: true }, lab.tenant.viewId)).status).toBe(404)
  })
})
