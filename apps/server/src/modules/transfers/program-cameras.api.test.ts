// Imported lines about cameras that a program created.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inSystem } from '../../platform/db/transaction.ts'
import { codes, file, startTransferLab, type Transfers } from './transfers.fixture.ts'

let lab: Awaited<ReturnType<typeof startTransferLab>>
let own: Transfers
beforeAll(async () => {
  lab = await startTransferLab()
  own = await lab.company()
})
afterAll(() => lab.close())

const asProgram = (method: 'GET' | 'POST', url: string, payload?: string) =>
  lab.server.app
    .inject({
      method,
      url: `/api${url}`,
      headers: {
        authorization: `Bearer ${own.tenant.apiToken}`,
        ...(payload === undefined ? {} : { 'content-type': 'text/csv' }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    .then((reply) => reply.json())

it('are refused if a person would change the camera, and imported for a program · CAMERAS-003', async () => {
  const gate = (thermal: string, zone = 'Europe/Rome') => `Quay,,Pier,,${zone},Gate,,${thermal}`
  const yard = (thermal: string) => `Quay,,Pier,,,Yard,,${thermal}`
  await own.run(await own.preview(file(gate('no'), yard('no'))))
  // What the request of a token would have stored.
  const mark = (isOfProgram: boolean) =>
    inSystem(lab.server.database.runtime, (tx) =>
      sql`update view set created_by_api = ${isOfProgram} where company_id = ${own.tenant.companyId} and name = 'Gate'`.execute(
        tx,
      ),
    )
  const thermal = async () => (await own.cameras()).map((camera) => `${camera.camera} ${camera.thermal}`)
  await mark(true)

  const refused = await own.preview(file(gate('yes'), yard('yes')))
  expect(codes(refused.all)).toEqual([[2, 'VIEW_BY_API thermal '], [3]])
  expect(refused.counts).toEqual({ create: 0, update: 1, none: 0, problem: 1 })
  expect(await own.run(refused)).toMatchObject({ statFailed: 0 })
  expect(await thermal()).toEqual(['Gate false', 'Yard true'])
  expect(await own.download(`/v1/imports/${refused.id}/problems`)).toContain(
    'Cameras created via the API are not configurable on the website.',
  )
  expect(codes((await own.preview(file(gate('no').replace('Gate,,', 'Gate,K1,')))).all)).toEqual([
    [2, 'VIEW_BY_API camera_key '],
  ])

  // Nothing of the camera changes.
  const ofSite = await own.preview(file(gate('no', 'Europe/London')))
  expect(ofSite.counts).toEqual({ create: 0, update: 1, none: 0, problem: 0 })
  await own.run(ofSite)

  // It became a program's camera after the preview.
  await mark(false)
  const late = await own.preview(file(gate('yes', 'Europe/London')))
  await mark(true)
  expect(await own.run(late)).toMatchObject({ statFailed: 1 })
  expect(await thermal()).toEqual(['Gate false', 'Yard true'])

  const planned = await asProgram('POST', '/v1/imports?fileName=tree.csv', file(gate('yes', 'Europe/London')))
  expect(planned.counts).toEqual({ create: 0, update: 1, none: 0, problem: 0 })
  await own.finished(await asProgram('POST', `/v1/imports/${planned.id}/run`))
  expect(await thermal()).toEqual(['Gate true', 'Yard true'])
})
