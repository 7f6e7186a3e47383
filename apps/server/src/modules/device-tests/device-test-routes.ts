import { connectOnvif, discoverRtsp, testNvrHttp, testNvrTcp, testSmtp, testSmtpConfig } from '@winnow/contract'
import type { Platform } from '../../platform/create-platform.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import { SEARCH_MS } from './device-failure.ts'
import { findStreams } from './find-streams.ts'
import { tryHttp } from './try-http.ts'
import { tryMailbox, tryMailSettings } from './try-mail.ts'
import { tryOnvif } from './try-onvif.ts'
import { tryTcp } from './try-tcp.ts'

export type DeviceTestDeps = Pick<Platform, 'cameraGuard' | 'mailDomain'>

/** Attempts of one user or token, over all tests: enough to set up a device, too few to search a network. */
const TESTS_PER_MINUTE = 12

export function registerDeviceTests(register: Register, { cameraGuard: guard, mailDomain }: DeviceTestDeps): void {
  const limiter = createRateLimiter({ limit: TESTS_PER_MINUTE, windowMs: 60_000 })
  const count = ({ userId, tokenId }: Actor, now: Date): void => limiter.require(userId ?? tokenId ?? '', now)

  register.read(testSmtp, {
    async reply({ actor, now, body }) {
      count(actor, now)
      return tryMailbox(guard, body, mailDomain)
    },
  })
  register.read(testSmtpConfig, {
    async reply({ actor, now, body }) {
      count(actor, now)
      return tryMailSettings(guard, body, mailDomain)
    },
  })
  register.read(testNvrHttp, {
    async reply({ actor, now, body }) {
      count(actor, now)
      return tryHttp(guard, body)
    },
  })
  register.read(testNvrTcp, {
    async reply({ actor, now, body }) {
      count(actor, now)
      return tryTcp(guard, body)
    },
  })
  register.read(discoverRtsp, {
    async reply({ actor, now, body }) {
      count(actor, now)
      return findStreams(guard, body, now)
    },
  })
  register.read(connectOnvif, {
    async reply({ actor, now, body }) {
      count(actor, now)
      return tryOnvif(guard, body, { now, totalMs: SEARCH_MS })
    },
  })
}
