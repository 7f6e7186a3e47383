/**
 * The columns of a file with clients, sites and cameras, in the order of an export. A line names a client, one of its sites, and one camera
 * of that site. What each column holds is described in `modules/transfers/columns.ts` of the server.
 */
export const IMPORT_COLUMNS = [
  'client',
  'client_key',
  'site',
  'site_key',
  'site_timezone',
  'site_address',
  'site_idle_hours',
  'site_active',
  'site_contacts',
  'site_notes',
  'camera',
  'camera_key',
  'integration',
  'active',
  'products',
  'wanted',
  'sensitivity',
  'merge_seconds',
  'thermal',
  'ptz',
  'channel',
  'device_model',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** The kinds of objects that a line can name, from the top of the tree down. */
export const IMPORT_NODES = ['client', 'site', 'camera'] as const
export type ImportNode = (typeof IMPORT_NODES)[number]

/** The words for the types of contacts in a file, by the type's number. */
export const CONTACT_WORDS = { 1: 'primary', 2: 'installer', 3: 'keyholder', 4: 'other' } as const
