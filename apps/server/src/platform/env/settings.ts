import { z } from 'zod'
import { PARTNER_COMPANY_IDS } from './partner-companies.ts'
import {
  appLink,
  authority,
  cidrList,
  contact,
  domainList,
  flag,
  idList,
  ipv4,
  listOf,
  oneOf,
  port,
  portRange,
  text,
  url,
  wholeNumber,
} from './values.ts'

/** The documentation of a setting. */
interface SettingDoc {
  /** The default as the documentation shows it; `–` when there is none. */
  shownDefault: string
  meaning: string
}

const docs = z.registry<SettingDoc>()

function setting<T extends z.ZodType>(schema: T, shownDefault: string, meaning: string): T {
  docs.add(schema, { shownDefault, meaning })
  return schema
}

const DEMOS = ['on', 'still', 'off'] as const
export const ROLES = ['api', 'intake', 'worker', 'connect'] as const
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** All settings. docs/operations.md shows this table, and a test compares both. */
const groups = {
  'Data and database': {
    WINNOW_DATA: setting(text().default('data'), 'data', 'Folder for everything that is kept: database, media, key.'),
    DATABASE_URL: setting(
      url('postgres', 'postgresql').optional(),
      '–',
      'Another PostgreSQL (15 or newer) instead of the embedded one.',
    ),
    DATABASE_OWNER_URL: setting(
      url('postgres', 'postgresql').optional(),
      '–',
      'The same database as the role that owns the tables and migrates them. Without it DATABASE_URL does both, and start says which protection is missing.',
    ),
    WINNOW_SECRET_KEY_FILE: setting(
      text().optional(),
      '<WINNOW_DATA>/secret.key',
      'The key that secrets of cameras, receivers and users are encrypted with. Made on the first start, readable by its owner only.',
    ),
    WINNOW_AGREEMENTS: setting(
      text().optional(),
      '<WINNOW_DATA>/agreements',
      'Folder with the texts that companies agree to, where they are not the ones of the product (see Agreements).',
    ),
    WINNOW_MIN_FREE_DISK_MB: setting(
      wholeNumber(0, 1_000_000_000).default(512),
      '512',
      'Below this much free space in the data folder new alarms are refused for the moment (451, 503), so that nothing is half kept. Not watched where neither the database nor the pictures are there.',
    ),
  },
  Network: {
    WINNOW_HTTP_HOST: setting(text().default('127.0.0.1'), '127.0.0.1', 'Address for console and API.'),
    WINNOW_HTTP_PORT: setting(port().default(8080), '8080', 'Port for console and API; 0 takes any free one.'),
    WINNOW_INGEST_HOST: setting(
      text().optional(),
      'as WINNOW_HTTP_HOST',
      'Address for alarms by HTTP, which have a listener of their own.',
    ),
    WINNOW_INGEST_PORT: setting(
      port().optional(),
      'one above WINNOW_HTTP_PORT',
      'Port for alarms by HTTP; 0 takes any free one. The certificate for HTTPS holds here too.',
    ),
    WINNOW_INGEST_URL: setting(
      url('http', 'https').optional(),
      'from the address and port above',
      "The address at which devices reach that listener, as cameras' pages show it: set it where a proxy stands in front. Without it, where the listener cannot be reached as safely as the console, pages show the console's address, which takes alarms too, only slower.",
    ),
    WINNOW_SMTP_HOST: setting(text().default('127.0.0.1'), '127.0.0.1', "Address for cameras' e-mails."),
    WINNOW_SMTP_PORT: setting(port().default(2525), '2525', "Port for cameras' e-mails; 0 takes any free one."),
    WINNOW_PROBES_HOST: setting(
      text().default('127.0.0.1'),
      '127.0.0.1',
      'Address for /healthz, /readyz and /metrics of all that this start runs, whatever its roles.',
    ),
    WINNOW_PROBES_PORT: setting(
      port().optional(),
      'two above WINNOW_HTTP_PORT',
      'Port for them; 0 takes any free one.',
    ),
    WINNOW_PUBLIC_URL: setting(
      url('http', 'https').optional(),
      'from the address and port above',
      'The address at which people reach the console; stands in links of mails and webhooks. https needs the certificate below or a trusted proxy in front, and makes every cookie Secure.',
    ),
    WINNOW_MAIL_DOMAIN: setting(
      z
        .string()
        .regex(
          /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i,
          'must be a domain name',
        )
        .default('winnow.local'),
      'winnow.local',
      "The part after @ in cameras' addresses.",
    ),
    WINNOW_TLS_CERT_FILE: setting(text().optional(), '–', 'Certificate chain (PEM) for HTTPS.'),
    WINNOW_TLS_KEY_FILE: setting(text().optional(), '–', 'Its private key (PEM).'),
    WINNOW_SMTP_TLS_CERT_FILE: setting(text().optional(), '–', 'Certificate chain (PEM) for STARTTLS.'),
    WINNOW_SMTP_TLS_KEY_FILE: setting(text().optional(), '–', 'Its private key (PEM).'),
    WINNOW_TRUSTED_PROXIES: setting(
      cidrList().default([]),
      'none',
      'Addresses or networks (CIDR, separated by commas) of the reverse proxies in front. Only these may set X-Forwarded headers; whoever comes through another proxy counts as one address with everybody behind it, for every limit.',
    ),
    WINNOW_HTTP_CONNECTIONS: setting(
      wholeNumber(16, 100_000).default(4_000),
      '4000',
      'HTTP connections at once. A tenth of them is kept for addresses that have none.',
    ),
    WINNOW_HTTP_CONNECTIONS_PER_ADDRESS: setting(
      wholeNumber(8, 100_000).default(500),
      '500',
      'HTTP connections at once of one address, as of an office behind one router: each console holds up to seven. Trusted proxies may have any number.',
    ),
    WINNOW_INSECURE_HTTP: setting(
      flag('yes', 'no').default(false),
      'no',
      'yes: plain HTTP beyond loopback without a proxy in front. Passwords then cross the network readably.',
    ),
    WINNOW_ALLOWED_NETWORKS_RECEIVERS: setting(
      cidrList().default([]),
      'none',
      'Private networks (CIDR) to which alarms may be delivered. Public addresses are always allowed, private ones only here.',
    ),
    WINNOW_ALLOWED_NETWORKS_CAMERAS: setting(
      cidrList().default([]),
      'none',
      'Private networks (CIDR) in which cameras, recorders and mail servers may be addressed. Public addresses are always allowed, private ones only here.',
    ),
  },
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
  Running: {
    WINNOW_DEMO: setting(
      oneOf(DEMOS).optional(),
      'on while both addresses are loopback, else off',
      'Whether a new database gets the demo company: on, off, or still, with cameras that send nothing.',
    ),
    WINNOW_ROLES: setting(
      listOf(oneOf(ROLES))
        .refine((roles) => roles.length > 0, 'must name at least one role')
        .default([...ROLES]),
      'api,intake,worker,connect',
      'What is done here: api (console), intake (alarms arrive), worker (analysis, delivery, jobs), connect (devices are called). Intake always has a process of its own, connect while there is something to call.',
    ),
    WINNOW_ANALYSIS_PROCESSES: setting(
      wholeNumber(1, 256).optional(),
      'one per core',
      'How many processes look at pictures at the same time.',
    ),
    WINNOW_DEADLINE_SECONDS: setting(
      wholeNumber(1, 600).default(15),
      '15',
      'An alarm without a verdict after this long is passed on unverified. A message that nobody has tried to read yet has four times as long, but 50 s at most where the deadline is not longer, counted anew when the program starts.',
    ),
    WINNOW_LOG_LEVEL: setting(oneOf(LOG_LEVELS).default('info'), 'info', `One of ${LOG_LEVELS.join(', ')}.`),
  },
  'Media in an S3-compatible store': {
    S3_ENDPOINT: setting(url('http', 'https').optional(), '–', 'Address of the store; not needed with AWS.'),
    S3_BUCKET: setting(
      text().optional(),
      '–',
      'Bucket for pictures and clips. Without it they are kept in WINNOW_DATA.',
    ),
    S3_REGION: setting(text().default('us-east-1'), 'us-east-1', 'Region of the bucket.'),
    S3_ACCESS_KEY_ID: setting(text().optional(), "the machine's own AWS identity", 'Access key.'),
    S3_SECRET_ACCESS_KEY: setting(text().optional(), "the machine's own AWS identity", 'Its secret.'),
    S3_FORCE_PATH_STYLE: setting(
      flag('yes', 'no').optional(),
      'yes with S3_ENDPOINT, else no',
      'yes: the bucket stands in the path, not in the host name.',
    ),
  },
  'Outgoing mail': {
    SMTP_URL: setting(
      url('smtp', 'smtps').optional(),
      '–',
      'Mail server, as smtp://user:password@host:587. Without it mails land in <WINNOW_DATA>/outbox.',
    ),
    SMTP_REQUIRE_TLS: setting(
      flag('yes', 'no').optional(),
      'yes with a user in SMTP_URL, else no',
      'yes: no mail goes out unencrypted. no: where the mail server offers no STARTTLS, mails and the password cross the network readably.',
    ),
    MAIL_FROM: setting(text().optional(), 'winnow@<WINNOW_MAIL_DOMAIN>', 'Sender of outgoing mails.'),
  },
  'People and passwords': {
    WINNOW_BLOCKED_MAIL_DOMAINS: setting(
      domainList().default([]),
      'none',
      'Domains of e-mail addresses, separated by commas, that get no account, as those of throw-away mailboxes. What is below them is blocked too; accounts that are there stay.',
    ),
    WINNOW_PASSWORD_MIN_LENGTH: setting(
      wholeNumber(8, 64).default(12),
      '12',
      'Characters that a new password needs at least.',
    ),
    WINNOW_PASSWORD_MAX_LENGTH: setting(
      wholeNumber(16, 128).default(30),
      '30',
      'Characters that a new password may have at most. Raise it where people use phrases or password managers.',
    ),
    WINNOW_PASSWORD_COMPOSITION: setting(
      flag('yes', 'no').default(true),
      'yes',
      'no: new passwords need not mix lower and upper case, digits and other characters. Passwords that are easy to guess are refused either way.',
    ),
  },
  'Single sign-on': {
    WINNOW_SSO: setting(
      flag('on', 'off').default(true),
      'on',
      'off: nobody is sent to a directory, and everybody logs in with a password. The way in when a directory is gone for good.',
    ),
    WINNOW_SSO_AUTHORITY: setting(
      authority().default('https://login.microsoftonline.com'),
      'https://login.microsoftonline.com',
      'Address below which directories have their issuers (<address>/<tenant>/v2.0). Clouds of governments and of China have others.',
    ),
  },
  'The provider': {
    PROVIDER_NAME: setting(text().default('Winnow'), 'Winnow', 'Name of whoever runs this installation.'),
    STATUS_PAGE_URL: setting(
      url('http', 'https').optional(),
      '–',
      'Status page that the menu item Status opens; without one the item shows how the service is and leads nowhere.',
    ),
    DOCUMENTATION_URL: setting(
      url('http', 'https').optional(),
      'the page of the API',
      'Page with guides and documentation, to which Help leads.',
    ),
    CONTACT_URL: setting(
      contact().optional(),
      '–',
      'Page or mailbox (mailto:help@example.com) of the people who help, to which Help leads; without one Help leads to nobody and says to ask an administrator.',
    ),
    WINNOW_GUIDE_HOSTS: setting(
      domainList().default([]),
      'none',
      'Hosts, separated by commas, whose video players pages may embed as guides, as player.vimeo.com (see Guides). Others are refused by the browser too.',
    ),
    PUBLIC_IPS: setting(
      cidrList().default([]),
      'none',
      'Addresses or networks (separated by commas) from which this installation calls devices; the console names them, so that a firewall can let them in.',
    ),
    FORENSIC_URL: setting(
      url('http', 'https').optional(),
      '–',
      'Page of a forensic service, to which Investigate leads out of the console. When not set, Investigate is the search of the console.',
    ),
    MOBILE_APP_IOS_STORE_URL: setting(
      url('http', 'https').optional(),
      '–',
      'Store page of the mobile app for iOS; shown below the login. Hidden when not set, like the next one.',
    ),
    MOBILE_APP_ANDROID_STORE_URL: setting(
      url('http', 'https').optional(),
      '–',
      'Store page of the mobile app for Android.',
    ),
    MOBILE_APP_IOS_LOGIN_URL: setting(
      appLink().optional(),
      '–',
      'What opens the login of the app for iOS, as winnow://login; /app-logout/ios leads there.',
    ),
    MOBILE_APP_ANDROID_LOGIN_URL: setting(
      appLink().optional(),
      '–',
      'What opens the login of the app for Android; /app-logout/android leads there.',
    ),
    GEOLOCATION_URL: setting(
      url('http', 'https').optional(),
      '–',
      'Service that says in JSON (countryCode) where an address is, with {ip} in the place of the address, as https://geo.example/{ip}. Decides the picture of the page "not found"; not asked when not set.',
    ),
    SPECIAL_COMPANY_ID: setting(
      z.uuid('must be an id (UUID)').optional(),
      '–',
      'Company whose users land on the supervisor report.',
    ),
    REPORT_ALARM_COMPANY_IDS: setting(
      idList().default([]),
      'none',
      'Companies (ids, separated by commas) whose operators can report an alarm.',
    ),
    PARTNER_COMPANY_IDS: setting(
      idList().default([...PARTNER_COMPANY_IDS]),
      'four ids',
      'Companies (ids, separated by commas) that are partners: they see the partner theme.',
    ),
  },
}

export const settingsSchema = z.object({
  ...groups['Data and database'],
  ...groups.Network,
  ...groups["Cameras' mails"],
  ...groups["Cameras' files by FTP"],
  ...groups['Alarms of panels by SIA DC-09'],
  ...groups.Running,
  ...groups['Media in an S3-compatible store'],
  ...groups['Outgoing mail'],
  ...groups['People and passwords'],
  ...groups['Single sign-on'],
  ...groups['The provider'],
})

/** The validated values by name, before they are grouped. */
export type SettingValues = z.infer<typeof settingsSchema>
/** The name of a setting. */
export type SettingName = keyof SettingValues

/** All settings as the documentation shows them, by group and in order. */
export function settingTable(): { group: string; settings: (SettingDoc & { name: string })[] }[] {
  return Object.entries(groups).map(([group, schemas]) => ({
    group,
    settings: Object.entries(schemas).map(([name, schema]: [string, z.ZodType]) => {
      const doc = docs.get(schema)
      if (doc === undefined) throw new Error(`${name} has no documentation`)
      return { name, ...doc }
    }),
  }))
}
