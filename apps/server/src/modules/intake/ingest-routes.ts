import { getSignal, ingestAlarm, testView } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'
import { answerOf, findSignal, takeUpload, type IngestRouteDeps } from './take-upload.ts'

/** Operations of devices and gateways. */
export function registerIngest(register: Register, deps: IngestRouteDeps): void {
  register.read(ingestAlarm, {
    prepare: (asked) => takeUpload(deps, asked, { viewId: asked.query.view, isTest: false }),
    read: answerOf,
  })

  register.read(getSignal, async ({ tx, companyId, params }) => {
    const signal = await findSignal(tx, companyId, params.id)
    return {
      id: signal.id,
      state: signal.state as 'stored' | 'parsed',
      kind: signal.kind as 'alarm' | 'stop' | 'test' | 'unparsed' | null,
      alarmId: signal.alarm_id,
      duplicateOf: signal.duplicate_of,
    }
  })
}

/** Operations of people who test a camera. */
export function registerTrials(register: Register, deps: IngestRouteDeps): void {
  register.read(testView, {
    prepare: (asked) => takeUpload(deps, asked, { viewId: asked.params.id, isTest: true }),
    read: answerOf,
  })
}
