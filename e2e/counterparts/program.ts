import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** The reason why a test must be skipped; undefined if all programs are installed. */
export function missing(...programs: string[]): string | undefined {
  const absent = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined)
  return absent.length === 0 ? undefined : `${absent.join(' and ')} could not be found`
}

/**
 * Runs a program to its end.
 * @param input its standard input
 * @returns its output
 * @throws Error with its messages when it fails
 */
export async function runProgram(program: string, args: readonly string[], input?: string | Buffer): Promise<string> {
  const running = promisify(execFile)(program, args)
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Creates a certificate for this machine with openssl. */
export async function makeCertificate(folder: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [`${folder}/cert.pem`, `${folder}/key.pem`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  await runProgram('openssl', ['req', ...kind, ...names, '-out', cert, '-keyout', key])
  return { cert, key }
}
