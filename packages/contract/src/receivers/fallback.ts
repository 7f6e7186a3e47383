import { operation } from '../operation.ts'
import { id, idParams } from '../values.ts'
import { receiverFallback } from './fallback-values.ts'
import { receiver } from './operations.ts'

export const setReceiverFallback = operation({
  id: 'receivers.setFallback',
  method: 'PUT',
  path: '/v1/receiver/:id/fallback',
  summary:
    'Say what is done when a receiver does not work: another receiver of its site gets the alarms, people get an e-mail',
  tag: 'Receivers',
  scope: [
    { in: 'path', at: 'id', kind: 'receiver' },
    { in: 'body', at: 'backupId', kind: 'receiver', optional: true },
  ],
  permission: 'integration.manage',
  params: idParams,
  body: receiverFallback.extend({ backupId: id.nullable().default(null) }),
  reply: receiver,
})
