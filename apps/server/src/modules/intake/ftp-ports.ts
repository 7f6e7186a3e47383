import type { FtpPorts, FtpRefusal } from '@winnow/intake'
import { inSystemAtOnce } from '../../platform/db/transaction.ts'
import { MediaFullError, MediaTooLargeError } from '../../platform/media/media-store.ts'
import { acceptSignal, type SignalTarget } from './accept-signal.ts'
import { TooManyBytesError } from './bytes-in-flight.ts'
import { createDeviceLogin, type DeviceLoginDeps, type DeviceUser } from './device-login.ts'
import { findCameraOfPath } from './find-camera-of-path.ts'
import type { IngestLimits } from './ingest-limits.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { noteRefused } from './note-refused.ts'
import type { SignalPump } from './signal-pump.ts'

export interface FtpPortDeps extends IntakeDeps, DeviceLoginDeps {
  limits: IngestLimits
  pump: SignalPump
}

/** What a device has logged in as. A connection can last for days, and its login is checked for each file. */
interface FtpUser extends DeviceUser {
  checkAgain: () => ReturnType<ReturnType<typeof createDeviceLogin>>
}

const refuse = (code: FtpRefusal['code'], message: string): FtpRefusal => ({ ok: false, code, message })

/** The reply to a file that the store did not take. */
function refusalOf(error: unknown): FtpRefusal | undefined {
  if (error instanceof MediaTooLargeError) return refuse(552, 'The file is too large')
  if (error instanceof MediaFullError) return refuse(452, 'Out of space, try again later')
  if (error instanceof TooManyBytesError) return refuse(450, 'Too much at once, try again later')
  return undefined
}

/** Connects the FTP server to the product: logins of cameras and sites, the camera of a file, and its storage. */
export function createFtpPorts(deps: FtpPortDeps): FtpPorts<FtpUser, SignalTarget> {
  const logIn = createDeviceLogin(deps, { cameras: true })
  return {
    async authenticate(name, password, remoteAddress) {
      const checkAgain = () => logIn(name, password, remoteAddress)
      const login = await checkAgain()
      if (login.ok) return { ok: true, user: { ...login.user, checkAgain } }
      return { ok: false, code: login.code === 454 ? 421 : 530 }
    },

    async target({ checkAgain }, path, remoteAddress) {
      const now = deps.clock.now()
      if (!deps.limits.byAddress.take(remoteAddress, now)) return refuse(450, 'Too many files, try again later')
      if (!deps.limits.hasRoom()) return refuse(452, 'Out of space, try again later')
      if (!deps.pump.keepsUp()) return refuse(450, 'Too many files, try again later')
      const login = await checkAgain()
      if (!login.ok && login.code === 454) return refuse(450, 'The login cannot be checked now, try again later')
      if (!login.ok) return refuse(550, 'This login is not valid any more')
      const { user } = login
      const viewId = user.viewId ?? (await findCameraOfPath(deps.preparedDb, user.siteId, path, now))
      // A camera has one limit for all ways in together.
      if (!deps.limits.byCamera.take(viewId ?? user.siteId, now)) {
        if (viewId !== null) noteRefused(deps, viewId, 'too-many')
        return refuse(450, 'Too many files, try again later')
      }
      return { ok: true, target: { companyId: user.companyId, siteId: user.siteId, viewId, recipient: path } }
    },

    async accept({ stream, target, remoteAddress }) {
      try {
        const file = { source: 'ftp' as const, body: stream, rawType: null, targets: [target], remoteAddress }
        const [id = ''] = await acceptSignal(deps, file, inSystemAtOnce)
        deps.pump.push(id)
        return { ok: true, id }
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal) return refusal
        deps.log.error({ err: error }, 'a file could not be stored; its sender is told to try again')
        return refuse(451, 'Cannot store the file now, try again later')
      }
    },
  }
}
