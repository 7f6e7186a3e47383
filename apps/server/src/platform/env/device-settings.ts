import { setting } from './setting.ts'
import { flag, ipv4, oneOf, port, portRange, text, wholeNumber } from './values.ts'

/** How devices send alarms, beside HTTP: mails, files, and messages of panels. */
export const deviceSettings = {
  "Cameras' mails": {
    WINNOW_SMTP_LEGACY_TLS: setting(
      flag('yes', 'no').default(false),
      'no',
      'yes: STARTTLS also takes TLS 1.0 and 1.1 and weak ciphers, for old cameras that know nothing newer.',
    ),
    WINNOW_SMTP_AUTH_NEEDS_TLS: setting(
      flag('yes', 'no').default(false),
      'no',
      'yes: passwords are taken only after STARTTLS. Cameras without TLS can then send only to sites that ask for no login.',
    ),
    WINNOW_SMTP_CONNECTIONS_PER_ADDRESS: setting(
      wholeNumber(8, 2_000).default(256),
      '256',
      "SMTP connections at once of one address, of 2,000 in all. A site's cameras often share one.",
    ),
    WINNOW_SMTP_IDLE_SECONDS: setting(
      wholeNumber(5, 3_600).default(60),
      '60',
      'A connection on which nothing comes for this long is closed.',
    ),
    WINNOW_SMTP_STEP_SECONDS: setting(
      wholeNumber(5, 3_600).default(120),
      '120',
      'How long a camera may take from one command to the next, however slowly it sends.',
    ),
    WINNOW_SMTP_MESSAGE_SECONDS: setting(
      wholeNumber(5, 86_400).default(300),
      '300',
      'How long the content of one mail may take. Raise it for cameras on very slow lines.',
    ),
  },
  "Cameras' files by FTP": {
    WINNOW_FTP: setting(flag('on', 'off').default(true), 'on', 'off: nothing listens for FTP.'),
    WINNOW_FTP_HOST: setting(text().default('127.0.0.1'), '127.0.0.1', "Address for cameras' files."),
    WINNOW_FTP_PORT: setting(
      port().default(2121),
      '2121',
      'Port for plain connections, which the command AUTH TLS makes secure; 0 takes any free one.',
    ),
    WINNOW_FTP_TLS_PORT: setting(
      port().optional(),
      '–',
      'Port for connections that begin with TLS (implicit FTPS, usually 990); 0 takes any free one. Needs a certificate.',
    ),
    WINNOW_FTP_PASSIVE_PORTS: setting(
      portRange().optional(),
      'any free ones',
      'Ports on which contents arrive, as 50000-50099. A firewall must let them in beside the port above. Each upload under way uses one.',
    ),
    WINNOW_FTP_PUBLIC_ADDRESS: setting(
      ipv4().optional(),
      'the one that the camera is connected to',
      'IPv4 address that cameras are told to send contents to. Set it where a router with another address stands in front.',
    ),
    WINNOW_FTP_TLS_CERT_FILE: setting(
      text().optional(),
      'as WINNOW_SMTP_TLS_CERT_FILE',
      'Certificate chain (PEM) for FTP over TLS.',
    ),
    WINNOW_FTP_TLS_KEY_FILE: setting(text().optional(), 'as WINNOW_SMTP_TLS_KEY_FILE', 'Its private key (PEM).'),
    WINNOW_FTP_LEGACY_TLS: setting(
      flag('yes', 'no').default(false),
      'no',
      'yes: TLS 1.0 and 1.1 and weak ciphers are taken too, for old cameras that know nothing newer.',
    ),
    WINNOW_FTP_PLAIN: setting(
      flag('yes', 'no').default(false),
      'no',
      'yes: logins and pictures are taken without TLS beyond loopback too. Passwords then cross the network readably; they only allow sending alarms.',
    ),
    WINNOW_FTP_CONNECTIONS_PER_ADDRESS: setting(
      wholeNumber(4, 1_000).default(128),
      '128',
      "FTP connections at once of one address, of 1,000 in all. A site's cameras often share one.",
    ),
    WINNOW_FTP_STEP_SECONDS: setting(
      wholeNumber(5, 3_600).default(300),
      '300',
      'How long a camera may take from one command to the next, however slowly it sends. Many keep a connection open between pictures.',
    ),
    WINNOW_FTP_FILE_SECONDS: setting(
      wholeNumber(5, 86_400).default(300),
      '300',
      'How long the content of one file may take. Raise it for cameras on very slow lines.',
    ),
  },
  'Alarms of panels by SIA DC-09': {
    WINNOW_DC09: setting(flag('on', 'off').default(false), 'off', 'on: panels may send alarms by SIA DC-09.'),
    WINNOW_DC09_HOST: setting(text().default('127.0.0.1'), '127.0.0.1', 'Address for panels.'),
    WINNOW_DC09_PORT: setting(port().default(9999), '9999', 'Port for panels, TCP and UDP; 0 takes any free one.'),
    WINNOW_DC09_PLAIN: setting(
      flag('yes', 'no').default(false),
      'no',
      'yes: messages are taken without encryption beyond loopback too. Anybody who knows the account of a panel can then send alarms in its name, and arm its site.',
    ),
    WINNOW_DC09_CONNECTIONS_PER_ADDRESS: setting(
      wholeNumber(4, 1_000).default(128),
      '128',
      'Connections at once of one address, of 1,000 in all.',
    ),
    WINNOW_DC09_IDLE_SECONDS: setting(
      wholeNumber(10, 86_400).default(900),
      '900',
      'How long a panel may keep a connection open between two messages.',
    ),
  },
  'Cameras of Pelco': {
    WINNOW_PELCO_CLOUD: setting(
      oneOf(['off', 'stand-in']).default('off'),
      'off',
      'off: cameras of Pelco are not added by their serial numbers. stand-in: for development, where only this machine reaches the program. It answers by the last digit of a serial number and calls nobody.',
    ),
  },
  'Alarms of Videofied panels (Frontel)': {
    WINNOW_FRONTEL: setting(
      flag('on', 'off').default(false),
      'off',
      'on: Videofied panels may report to this program. Their protocol has no secret: whoever knows the serial number of a panel can report in its name. Let only the networks of panels reach the port.',
    ),
    WINNOW_FRONTEL_HOST: setting(text().default('127.0.0.1'), '127.0.0.1', 'Address for Videofied panels.'),
    WINNOW_FRONTEL_PORT: setting(
      port().default(9888),
      '9888',
      'Port for Videofied panels, TCP; 0 takes any free one. Their own default is 888.',
    ),
    WINNOW_FRONTEL_CONNECTIONS_PER_ADDRESS: setting(
      wholeNumber(4, 1_000).default(64),
      '64',
      'Connections at once of one address, of 1,000 in all.',
    ),
    WINNOW_FRONTEL_IDLE_SECONDS: setting(
      wholeNumber(10, 86_400).default(600),
      '600',
      'How long a Videofied panel may keep a connection open between two messages. Panels hang up after five minutes.',
    ),
  },
}
