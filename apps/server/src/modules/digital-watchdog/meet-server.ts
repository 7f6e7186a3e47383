import type { DeviceFailure, VmsCertificate } from '@winnow/contract'
import { type Guard, seeCertificate, type VmsAddress, type VmsAnswer, type VmsCode } from '@winnow/delivery'
import { vmsFailure } from './vms-failure.ts'

/** Who wants to be let in, and where. */
interface AskedServer extends Omit<VmsAddress, 'password' | 'fingerprint'> {
  /** Undefined: that of the server which is known at this address. */
  password: string | undefined
  /** The certificate that is accepted. Undefined: that of the known server, else the one that is shown now. */
  fingerprint: string | undefined
}

interface Met<T> {
  value: T | null
  certificate: VmsCertificate | null
  failure: DeviceFailure | null
}

const digits = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()

/**
 * Visits a server of a video system. The certificate that it shows is looked at before the password is sent: one that no known authority has
 * signed is accepted if it is the expected one, or at first sight.
 * @param known the configured server at this address, whose password and certificate are used if the caller gives none
 */
export async function meetServer<T>(
  guard: Guard,
  { host, port, user, ...asked }: AskedServer,
  known: VmsAddress | undefined,
  visit: (address: VmsAddress) => Promise<VmsAnswer<T>>,
): Promise<Met<T>> {
  const refuse = (code: VmsCode, certificate: VmsCertificate | null = null): Met<T> => ({
    value: null,
    certificate,
    failure: vmsFailure(code, host),
  })
  const seen = await seeCertificate(guard, { host, port })
  if (!seen.ok) return refuse(seen.code)
  const { validTo, ...shown } = seen.certificate
  const certificate = { ...shown, validTo: validTo?.toISOString() ?? null }
  // A password that is stored is sent only to the server for which it was stored.
  const isStored = asked.password === undefined
  const expected = (isStored ? known?.fingerprint : asked.fingerprint) ?? ''
  if (expected !== '' && digits(expected) !== digits(shown.fingerprint)) return refuse('tls', certificate)
  const password = isStored ? known?.password : asked.password
  if (password === undefined) return refuse('login', certificate)
  if (isStored && expected === '' && !shown.isTrusted) return refuse('tls', certificate)
  const fingerprint = shown.isTrusted && expected === '' ? '' : shown.fingerprint
  const visited = await visit({ host, port, user, password, fingerprint })
  return visited.ok ? { value: visited.value, certificate, failure: null } : refuse(visited.code, certificate)
}
