import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { UndeclaredIds, UndeclaredLab } from '../../../test/undeclared-lab.ts'
import { signPath } from '../../platform/crypto/signed-url.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { signedClipPath, signedFramePath } from './signed-frame-path.ts'

const OWN_ACT = 'an act is known by its author, so that another company’s stays as it is'

/** Sends the id of an act of the other company, whose label must stay. */
async function tryAct({ server, mine, theirs }: UndeclaredLab, url: string, end: string): Promise<void> {
  const act = `0190cccc-0000-7000-8000-0000000000${end}`
  await callApi(server, theirs.admin, 'PUT', `/alarm/${theirs.alarmId}`, { groundTruth: true, reason: 'person', act })
  const body = { alarms: [mine.alarmId], groundTruth: false, act }
  expect((await callApi(server, mine.admin, 'POST', url, body)).status).toBe(200)
  expect((await callApi(server, theirs.admin, 'GET', `/alarm/${theirs.alarmId}`)).body).toMatchObject({
    groundTruth: true,
  })
}

export const undeclaredIds: UndeclaredIds = {
  'alarms.signedFrame path id': {
    why: 'the signature says for which picture it is',
    attempt: async ({ server, mine, theirs }) => {
      const now = new Date()
      const sign = (alarm: string) =>
        signPath(server.container.deps.keys, signedFramePath(alarm, 0), {
          now,
          expires: new Date(now.getTime() + 60_000),
        })
      const address = sign(mine.alarmId).replace(mine.alarmId, theirs.alarmId)
      expect((await server.app.inject(sign(theirs.alarmId))).statusCode).toBe(200)
      expect((await server.app.inject(address)).statusCode).toBe(404)
    },
  },
  'alarms.signedClip path id': {
    why: 'the signature says for which clip it is',
    attempt: async ({ server, mine, theirs }) => {
      const now = new Date()
      const { keys, db, media } = server.container.deps
      const key = `media/2026-01-01/${theirs.alarmId}-clip-320-x.mp4`
      await media.put(key, Buffer.from('a clip'))
      const clip = {
        alarm_id: theirs.alarmId,
        company_id: theirs.companyId,
        side: 320,
        media_key: key,
        bytes: 6,
        seconds: 1,
        made_of: 'x',
      }
      await inSystem(db, (tx) => tx.insertInto('alarm_clip').values(clip).execute())
      const sign = (alarm: string) =>
        signPath(keys, signedClipPath(alarm, 320), { now, expires: new Date(now.getTime() + 60_000) })
      expect((await server.app.inject(sign(theirs.alarmId))).statusCode).toBe(200)
      expect((await server.app.inject(sign(mine.alarmId).replace(mine.alarmId, theirs.alarmId))).statusCode).toBe(404)
    },
  },
  'alarms.label body act': {
    why: 'the caller makes it; an act is known by its author, so that another company’s stays as it is',
    attempt: async ({ server, mine, theirs }) => {
      const act = '0190cccc-0000-7000-8000-00000000cccc'
      const label = (as: typeof mine, groundTruth: boolean) =>
        callApi(server, as.admin, 'PUT', `/alarm/${as.alarmId}`, { groundTruth, act })
      expect((await label(theirs, true)).status).toBe(200)
      expect((await label(mine, false)).body).toMatchObject({ groundTruth: false })
      expect((await callApi(server, theirs.admin, 'GET', `/alarm/${theirs.alarmId}`)).body).toMatchObject({
        groundTruth: true,
      })
    },
  },
  'alarms.labelMany body alarms[]': {
    why: 'a thousand alarms are answered one by one, so that one that is gone does not refuse the others',
    attempt: async ({ server, mine, theirs }) => {
      const body = { alarms: [theirs.alarmId, mine.alarmId], groundTruth: false }
      const reply = await callApi(server, mine.admin, 'POST', '/v1/alarms/labels', body)
      expect(reply.body.results).toMatchObject([
        { id: theirs.alarmId, outcome: 'gone', groundTruth: null },
        { id: mine.alarmId, groundTruth: false },
      ])
    },
  },
  'alarms.labelMany body act': { why: OWN_ACT, attempt: (lab) => tryAct(lab, '/v1/alarms/labels', 'd1') },
  'alarms.labelHour body act': {
    why: OWN_ACT,
    attempt: (lab) => tryAct(lab, `/v1/alarm/${lab.mine.alarmId}/hour-labels`, 'd2'),
  },
  'alarms.undoLabels body act': { why: OWN_ACT, attempt: (lab) => tryAct(lab, '/v1/alarms/labels/undo', 'd3') },
  'alarms.download path id': {
    why: 'the token says for which alarm it is',
    attempt: async ({ server, call, mine, theirs }) => {
      const { url } = (await call('GET', `/v1/alarm/${mine.alarmId}/generate-download-token`)).body as { url: string }
      expect((await server.app.inject(url)).statusCode).toBe(200)
      expect((await server.app.inject(url.replace(mine.alarmId, theirs.alarmId))).statusCode).toBe(404)
    },
  },
}
