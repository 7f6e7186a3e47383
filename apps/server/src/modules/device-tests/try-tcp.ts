import type { DeviceTestReply } from '@winnow/contract'
import { type Guard, GuardError } from '@winnow/delivery'
import { ATTEMPT_MS, failed, failureByCode, failureOf, SUCCESS } from './device-failure.ts'

/** Opens a connection, and closes it without a word. */
export async function tryTcp(guard: Guard, { host, port }: { host: string; port: number }): Promise<DeviceTestReply> {
  try {
    const socket = await guard.connectTcp(host, port, { timeoutMs: ATTEMPT_MS })
    socket.on('error', () => undefined).destroy()
    return SUCCESS
  } catch (error) {
    return failed(error instanceof GuardError ? failureByCode(error.refusal.code, host) : failureOf('unreachable'))
  }
}
