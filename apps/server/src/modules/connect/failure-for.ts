import type { DeviceFailure } from '@winnow/contract'
import type { ConnectError } from '../../platform/connect/connector.ts'
import { failureOf } from '../device-tests/index.ts'

/** What people are told of a device that could not be called. */
export function failureFor({ problem, setting }: ConnectError): DeviceFailure {
  const known = problem === 'refused' || problem === 'unreachable' || problem === 'certificate' || problem === 'login'
  return failureOf(known ? problem : 'answer', setting)
}
