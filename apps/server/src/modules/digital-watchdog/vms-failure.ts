import type { DeviceFailure } from '@winnow/contract'
import type { VmsCode } from '@winnow/delivery'
import { ConnectError } from '../../platform/connect/connector.ts'
import { failureByCode, failureOf } from '../device-tests/index.ts'

/** What the caller is told about a server of a video system that could not be used. */
export const vmsFailure = (code: VmsCode, host: string): DeviceFailure =>
  code === 'login' || code === 'answer' ? failureOf(code) : failureByCode(code, host)

/** The same, as connections tell it. */
export function vmsConnectError(code: VmsCode, host: string): ConnectError {
  const { problem, setting } = vmsFailure(code, host)
  return new ConnectError(problem === 'mailbox' || problem === 'no-stream' ? 'answer' : problem, { setting })
}
