import { z } from 'zod'
import { PARTNER_COMPANY_IDS } from './partner-companies.ts'
import { setting } from './setting.ts'
import { appLink, cidrList, contact, domainList, idList, text, url } from './values.ts'

/** Who runs the installation, and what they offer beside it. */
export const providerSettings = {
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
