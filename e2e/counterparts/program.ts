import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** Why a test cannot be run, to be given as the reason it is skipped for; undefined when all programs are there. */
export function missing(...programs: string[]): string | undefined {
  const absent = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined)
  return absent.length === 0 ? undefined : `${absent.join(' and ')} could not be found`
}

/**
 * Runs a program to its end.
 * @param input what it reads
 * @returns what it printed
 * @throws Error with what it said, when it fails
 */
export async function runProgram(program: string, args: readonly string[], input?: string | Buffer): Promise<string> {
  const running = promisify(execFile)(program, args)
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Makes a certificate for this machine by openssl. */
export async function makeCertificate(folder: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [`${folder}/cert.pem`, `${folder}/key.pem`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  await runProgram('openssl', ['req', ...kind, ...names, '-out', cert, '-keyout', key])
  return { cert, key }
}
