import type { HealthReason } from '@winnow/contract'

/** The text with which `/readyz` explains each reason to operators. */
export const REASON_TEXTS: Record<HealthReason, string> = {
  'disk-full': 'the disk is full: nothing is taken in until there is room',
  'store-unwritable': 'the media store cannot be written to',
  'store-foreign': 'the media store is not the one of this database: is its volume mounted?',
  'database-unreachable': 'the database cannot be reached',
  'database-read-only': 'the database can only be read',
  'database-no-connection': 'the database gives no connection: all are taken',
  'alarm-missing':
    'the synthetic alarm did not arrive: real alarms may not arrive either (see the log, and docs/operations.md)',
  'disk-low': 'the disk is low',
  'connections-exhausted': 'all connections of the database are taken: new processes and tools get none',
  'deliveries-held': 'this is a restored copy: nothing is sent to receivers until somebody says so (npm run deliver)',
  'analysis-idle': 'no analysis process is running: alarms are passed on unverified at their deadline',
  'intake-hung':
    'the process that takes alarms hangs, or did so within the last quarter of an hour and was started again',
  'detector-broken': 'a detector cannot be used',
  'reading-behind': 'more messages arrive than can be read in time: senders are told to try again',
  unread: 'messages were taken in and could not be read in time',
  queued: 'analysis is behind: alarms wait that will miss their deadline soon',
  late: 'alarms whose deadline is over still wait for their analysis',
  overdue: 'alarms are overdue: their deadline is not kept',
  released: 'alarms of the last quarter of an hour were passed on unverified at their deadline',
}
