import { z } from 'zod'
import { setting } from './setting.ts'
import { cidrList, flag, port, text, url, wholeNumber } from './values.ts'

/** At which addresses this installation listens and is reached, and what it may call. */
export const networkSettings = {
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
}
