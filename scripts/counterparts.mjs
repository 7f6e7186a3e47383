// npm run counterparts: tests the product with third-party servers and clients from Debian: mail clients, curl, Exim, nginx, mosquitto,
// rsyslog, an older PostgreSQL.
// They are installed if this user is allowed to. They run on free ports and never as services. Arguments are passed on to Vitest.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'

/** The files that show that a Debian package is installed. */
const NEEDED = [
  { name: 'swaks', isThere: () => runs('swaks', '--version') },
  { name: 'libnet-ssleay-perl', isThere: () => runs('perl', '-MNet::SSLeay', '-e1') },
  { name: 'msmtp', isThere: () => runs('msmtp', '--version') },
  { name: 'curl', isThere: () => runs('curl', '--version') },
  { name: 'openssl', isThere: () => runs('openssl', 'version') },
  { name: 'libxml2-utils', isThere: () => runs('xmllint', '--version') },
  { name: 'mosquitto', isThere: () => existsSync('/usr/sbin/mosquitto') },
  { name: 'exim4-daemon-light', isThere: () => existsSync('/usr/sbin/exim4') },
  { name: 'rsyslog', isThere: () => existsSync('/usr/sbin/rsyslogd') },
  { name: 'nginx-light', isThere: () => runs('nginx', '-v') },
  ...['gir1.2-gst-rtsp-server-1.0', 'python3-gi', 'gstreamer1.0-plugins-base', 'gstreamer1.0-plugins-good'].map(
    (name) => ({
      name,
      isThere: () => hasGstRtspServer(),
    }),
  ),
  { name: 'gstreamer1.0-plugins-bad', isThere: () => hasH264Encoder() },
  {
    name: 'postgresql-15',
    isThere: () => [15, 16, 17].some((major) => existsSync(`/usr/lib/postgresql/${major}/bin`)),
  },
]

await ensureInstalled()
const { installFromDebian } = await import('./debian.mjs')

// Debian installs servers in folders that only root has in its PATH.
process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin`
const missing = () => NEEDED.filter(({ isThere }) => !isThere()).map(({ name }) => name)
const wanted = missing()
if (wanted.length > 0) {
  console.log(`Installing ${wanted.join(', ')} for the tests (once) …`)
  const problem = await installFromDebian(wanted)
  // The tests that need a missing program report it.
  if (problem !== undefined) console.log(problem)
}
process.env.WINNOW_COUNTERPARTS = 'on'
process.argv.push('--project', 'counterparts')
await import('./test.mjs')

function runs(program, ...args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

function hasH264Encoder() {
  const source =
    "import gi; gi.require_version('Gst', '1.0'); from gi.repository import Gst; Gst.init(None); exit(Gst.ElementFactory.find('openh264enc') is None)"
  return spawnSync('/usr/bin/python3', ['-c', source], { stdio: 'ignore' }).status === 0
}

function hasGstRtspServer() {
  const source = "import gi; gi.require_version('GstRtspServer', '1.0'); from gi.repository import GstRtspServer"
  return spawnSync('/usr/bin/python3', ['-c', source], { stdio: 'ignore' }).status === 0
}
