import { afterAll, expect, it } from 'vitest'
import { createDeliverySite, startDeliveryWorld } from './delivery.fixture.ts'

const world = await startDeliveryWorld()
const { server, call } = world
afterAll(() => server.close())

it('a template is shown with an alarm of the site, its missing values and its errors, and nothing is sent', async () => {
  const site = await createDeliverySite(world)
  const other = await createDeliverySite(world)
  try {
    const alarmId = await site.decided('true')
    const path = `/v1/site/${site.camera.siteId}/receivers/preview`
    const template = '{"id": "{{alarm.id}}", "site": "{{site.id}}", "plate": {{plate}}}'
    const shown = await call('POST', path, { format: 'json', template, alarmId })
    expect(shown).toMatchObject({ status: 200, body: { missing: ['plate'], problems: [] } })
    expect(JSON.parse(shown.body.text)).toEqual({ id: alarmId, site: site.camera.siteId, plate: null })

    // Without an alarm: what the test button would send.
    const ofTest = await call('POST', path, { format: 'evalink', account: 'D1' })
    expect(JSON.parse(ofTest.body.text)).toMatchObject({ deviceId: 'D1', alarmCode: 'RP', testMessage: true })

    const wrong = await call('POST', path, { format: 'json', template: '{\n"a": {{nonsense}}}', alarmId })
    expect(wrong.body).toEqual({
      text: null,
      missing: [],
      problems: [{ code: 'unknown', line: 2, column: 6, name: 'nonsense' }],
    })
    expect((await call('POST', path, { format: 'standard', alarmId })).status).toBe(400)
    // An alarm of another site of the same company is none of this site.
    const foreign = await other.decided('true')
    expect((await call('POST', path, { format: 'json', alarmId: foreign })).status).toBe(404)
    expect([...site.sink.requests, ...other.sink.requests]).toEqual([])
  } finally {
    await Promise.all([site.close(), other.close()])
  }
})

it('a preview shows the address of a picture without its signature', async () => {
  const site = await createDeliverySite(world)
  try {
    const path = `/v1/site/${site.camera.siteId}/receivers/preview`
    const alarmId = await site.decided('true')
    const { body } = await call('POST', path, {
      format: 'json',
      template: '["{{picture.url}}", {{picture.base64}}]',
      alarmId,
    })
    expect(body.problems).toEqual([])
    expect(body.text).not.toMatch(/sig|expires|token/i)
  } finally {
    await site.close()
  }
})
