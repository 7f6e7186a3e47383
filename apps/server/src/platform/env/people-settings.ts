import { setting } from './setting.ts'
import { authority, domainList, flag, text, url, wholeNumber } from './values.ts'

/** Mails to people, and how they log in. */
export const peopleSettings = {
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
}
